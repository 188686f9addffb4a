import type { ConceptFileProblem } from '@pim/contract'
import { languageTagSchema } from '@pim/contract/core/primitives.ts'
import { maxLanguagesPerConcept } from '@pim/contract/taxonomies/schemas.ts'
import { languageTag } from '../concept-words.ts'

/** Columns that a file of concepts has once; `parent` is a code, an id, a path or a name. */
export const placeColumns = ['id', 'code', 'parent', 'path', 'position'] as const
export const wordColumns = ['name', 'description', 'synonyms'] as const
type WordColumn = (typeof wordColumns)[number]

export interface ConceptColumns {
  /** The name in the file of each column that it has, by what it means. */
  readonly place: ReadonlyMap<(typeof placeColumns)[number], string>
  readonly words: readonly { readonly column: string; readonly kind: WordColumn; readonly language: string }[]
  readonly ignored: readonly string[]
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** See `readAsDefault` of the contract. */
  readonly readAsDefault: string | undefined
}

/**
 * What the columns of a file mean: `name:de-DE` is the name in German as of Germany, `name` alone that in the default language.
 *
 * A file may name the default language by a shorter tag, such as `en` where it is `en-US`. Its words are taken for those of the
 * default language where the file has none in the default language itself and no variation of the tenant is in just that shorter
 * one: a concept is never without a name in the default language, and a second name of the same words would be of no use.
 */
export function readColumns(
  columns: Iterable<string>,
  {
    defaultLanguage,
    tenantLanguages,
  }: { readonly defaultLanguage: string; readonly tenantLanguages: readonly string[] },
): { readonly columns: ConceptColumns; readonly problems: readonly ConceptFileProblem[] } {
  const place = new Map<(typeof placeColumns)[number], string>()
  const words: { column: string; kind: WordColumn; language: string }[] = []
  const ignored: string[] = []
  const problems: ConceptFileProblem[] = []
  for (const column of columns) {
    const [head = '', ...tags] = column.split(':').map((part) => part.trim())
    const name = head.toLowerCase()
    const kind = wordColumns.find((each) => each === name)
    const only = placeColumns.find((each) => each === name)
    if (kind !== undefined && tags.length <= 1) {
      const [tag = defaultLanguage] = tags
      if (languageTagSchema.safeParse(tag).success) words.push({ column, kind, language: languageTag(tag) })
      else problems.push({ code: 'LANGUAGE_INVALID', message: `"${tag}" is no language tag such as en-US.`, column })
    } else if (only !== undefined && tags.length === 0) {
      if (place.has(only)) problems.push(twice(column))
      else place.set(only, column)
    } else ignored.push(column)
  }
  const known = new Set(words.map(({ language }) => language))
  const readAsDefault = known.has(defaultLanguage) ? undefined : shorterOf(defaultLanguage, known, tenantLanguages)
  const stored = words.map((each) => (each.language === readAsDefault ? { ...each, language: defaultLanguage } : each))
  const seen = new Set<string>()
  for (const { column, kind, language } of stored) {
    const key = `${kind} ${language}`
    if (seen.has(key)) problems.push(twice(column))
    seen.add(key)
  }
  if (known.size > maxLanguagesPerConcept)
    problems.push({
      code: 'TOO_MANY_LANGUAGES',
      message: `The file has ${known.size} languages; ${maxLanguagesPerConcept} are the most.`,
      params: { count: known.size, max: maxLanguagesPerConcept },
    })
  if (!place.has('id') && !place.has('code') && !place.has('path') && !words.some(({ kind }) => kind === 'name'))
    problems.push({
      code: 'NO_NAMES',
      message: 'No column says which concepts the rows are: the file needs a column id, code, path or name.',
    })
  const languages = [...new Set(stored.map(({ language }) => language))]
  return { columns: { place, words: stored, ignored, languages, defaultLanguage, readAsDefault }, problems }
}

const twice = (column: string): ConceptFileProblem => ({
  code: 'DUPLICATE_COLUMN',
  message: `Another column means the same as "${column}".`,
  column,
})

/** The longest shorter form of the language among the known ones that no variation of the tenant is in. */
export function shorterOf(
  language: string,
  known: ReadonlySet<string>,
  tenantLanguages: readonly string[],
): string | undefined {
  const parts = language.split('-')
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const tag = parts.slice(0, length).join('-')
    if (known.has(tag) && !tenantLanguages.includes(tag)) return tag
  }
  return undefined
}
