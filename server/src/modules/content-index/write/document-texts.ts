import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, factsOf, LongValue } from '@pim/field-types'
import { looksLikeCode } from './heads.ts'
import type { IndexedItem, ProjectedVariation } from './projected-variation.ts'
import type { DocumentText, DocumentWords, LongText } from './search-words.ts'

/** The texts of the documents of one item. */
export class DocumentTexts {
  readonly #numbers = new Map<string, number>()
  readonly #texts = new Map<Field, Map<unknown, string | LongText>>()
  readonly #references = new Map<Field, Map<unknown, readonly string[]>>()

  of(item: IndexedItem): (document: ProjectedVariation) => DocumentWords {
    const fields = titleFirst(item.contentType)
    return ({ name, values }) => {
      const texts: DocumentText[] = []
      const references = new Set<string>()
      const parts: (string | number)[] = [this.#numberOf(name)]
      for (const field of fields) {
        const resolved = values[field.technicalName]
        for (const id of this.#referencesOf(field, resolved?.value)) references.add(id)
        const text = this.#textOf(field, resolved?.value)
        if (text === '') continue
        const isTitle = field.technicalName === item.contentType.titleField
        texts.push({ text, isTitle, isCode: !isTitle && isCode(field, text) })
        parts.push(isTitle ? 'title' : '', this.#numberOf(nameOf(text)))
      }
      parts.push(...references)
      return { id: parts.join(), name, texts, references: [...references] }
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

const titleFirst = ({ fields, titleField }: ContentType): readonly Field[] =>
  fields.toSorted((one, other) => rank(one, titleField) - rank(other, titleField))

const rank = (field: Field, titleField: string | undefined): number => (field.technicalName === titleField ? 0 : 1)
