import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, factsOf, LongValue } from '@pim/field-types'
import { looksLikeCode } from './heads.ts'
import type { IndexedItem, ProjectedVariation } from './projected-variation.ts'
import type { DocumentText, DocumentWords, LongText } from './search-words.ts'

/** PostgreSQL's stemmer by language; words of other languages are not stemmed. */
const dictionaries: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  et: 'estonian_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  ga: 'irish_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  nb: 'norwegian_stem',
  ne: 'nepali_stem',
  nl: 'dutch_stem',
  nn: 'norwegian_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
  yi: 'yiddish_stem',
}

export function stemmerOf(languageCode: string): string | null {
  const [language = ''] = languageCode.toLowerCase().split('-')
  return Object.hasOwn(dictionaries, language) ? (dictionaries[language] ?? null) : null
}

/**
 * The texts of the documents of one item, before and after a change. A text is in the language of the variation that it
 * comes from. The name, and values that all variations share, come from none: they may be in any language of the item.
 */
export class DocumentTexts {
  readonly #numbers = new Map<string, number>()
  readonly #texts = new Map<Field, Map<unknown, string | LongText>>()
  readonly #references = new Map<Field, Map<unknown, readonly string[]>>()

  /** Whether two documents have other words. */
  differ(one: ProjectedVariation, other: ProjectedVariation): boolean {
    if (one.name !== other.name) return true
    if (one.values === other.values) return false
    return other.contentType.fields.some((field) => {
      const [was, is] = [one.values[field.technicalName], other.values[field.technicalName]]
      if (was?.value === is?.value && was?.sourceVariationId === is?.sourceVariationId) return false
      if (this.#referencesOf(field, was?.value).join() !== this.#referencesOf(field, is?.value).join()) return true
      const [before, after] = [this.#textOf(field, was?.value), this.#textOf(field, is?.value)]
      return nameOf(before) !== nameOf(after) || (after !== '' && was?.sourceVariationId !== is?.sourceVariationId)
    })
  }

  of(item: IndexedItem): (document: ProjectedVariation) => DocumentWords {
    const documents = [...item.working, ...item.live]
    const stemmers = new Map(documents.map((each) => [each.variationId, stemmersOf([each.languageCode])]))
    const all = stemmersOf(documents.map((each) => each.languageCode))
    const fields = titleFirst(item.contentType)
    return ({ name, variationId, values }) => {
      const texts: DocumentText[] = []
      const references = new Set<string>()
      const parts: (string | number)[] = [this.#numberOf(name), all.join()]
      for (const field of fields) {
        const resolved = values[field.technicalName]
        for (const id of this.#referencesOf(field, resolved?.value)) references.add(id)
        const text = this.#textOf(field, resolved?.value)
        if (text === '') continue
        const isShared = field.localizable === false
        const own = isShared ? all : (stemmers.get(resolved?.sourceVariationId ?? variationId) ?? all)
        const isTitle = field.technicalName === item.contentType.titleField
        texts.push({ text, isTitle, isCode: !isTitle && isCode(field, text), stemmers: own })
        parts.push(`${isTitle ? 'B' : ''}${own.join()}`, this.#numberOf(nameOf(text)))
      }
      parts.push(...references)
      return { id: parts.join(), name, nameStemmers: all, texts, references: [...references] }
    }
  }

  #textOf(field: Field, value: unknown): string | LongText {
    if (value === undefined || value === null) return ''
    const ofField = this.#texts.get(field) ?? new Map<unknown, string | LongText>()
    this.#texts.set(field, ofField)
    const known = ofField.get(value)
    if (known !== undefined) return known
    const text = value instanceof LongValue ? longText(field, value) : behaviourOf(field).searchText(value)
    ofField.set(value, text)
    return text
  }

  /** Items and concepts, by whose names it is found. */
  #referencesOf(field: Field, value: unknown): readonly string[] {
    if (value === undefined || value === null) return []
    const ofField = this.#references.get(field) ?? new Map<unknown, readonly string[]>()
    this.#references.set(field, ofField)
    const known = ofField.get(value)
    if (known !== undefined) return known
    const made = behaviourOf(field)
      .references(value)
      .flatMap(({ kind, id }) => (kind === 'binary' ? [] : [id]))
    ofField.set(value, made)
    return made
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#numbers.size)
    return this.#numbers.size - 1
  }
}

/** Equal texts have equal names. No text of a field contains the control character. */
const nameOf = (text: string | LongText): string => (typeof text === 'string' ? text : `\u0001${text.long.hash}`)

const longText = (field: Field, long: LongValue): '' | LongText =>
  long.facts.hasText ? { long, textOf: (content) => behaviourOf(field).searchText(content) } : ''

/** Article numbers and the like: by the type of the field, or as they look. */
const isCode = ({ type, unique, localizable }: Field, text: string | LongText): boolean => {
  const { isCode } = factsOf(type)
  if (typeof text !== 'string' || isCode === undefined) return false
  return isCode === 'always' || unique !== undefined || looksLikeCode(text, localizable === false)
}

const stemmersOf = (languageCodes: readonly string[]): string[] =>
  [...new Set(languageCodes.map(stemmerOf))].filter((stemmer) => stemmer !== null).sort()

const titleFirst = ({ fields, titleField }: ContentType): readonly Field[] =>
  fields.toSorted((one, other) => rank(one, titleField) - rank(other, titleField))

const rank = (field: Field, titleField: string | undefined): number => (field.technicalName === titleField ? 0 : 1)
