import { headLexeme } from '../write/heads.ts'
import { partsOfTerm, type SearchTerm, type Typed } from '../write/search-terms.ts'
import { nameMark } from '../write/space.ts'

/** The stems of the terms by one of the stemmers that texts may have been stemmed with; null for stop words. */
export type StemsOfTerms = readonly (string | null)[]

export interface QueryOptions {
  /** Words as they are written and their other forms only, or also what the last of them begins. */
  readonly words: 'whole' | 'begun'
  /** Of which terms parts of words are looked for: those with digits, or all. */
  readonly parts: 'of codes' | 'of all' | 'none'
  /** For each term the lexemes of items and concepts that it names. */
  readonly named?: readonly (readonly string[])[]
}

/**
 * The terms as a tsquery. A word is found as it is written or by one of its stems; the last one is a prefix, as it may
 * still be typed. Empty where there is nothing to look for. `stems`: the first are those of the language that is
 * searched in, which says what stop words are; undefined where it has no stemmer.
 */
export function wordQueryOf(
  where: 'anywhere' | 'in the name',
  terms: readonly SearchTerm[],
  [own, ...others]: readonly (StemsOfTerms | undefined)[],
  options: QueryOptions = { words: 'begun', parts: 'none' },
): string {
  const tooCommon = (term: SearchTerm, at: number): boolean =>
    own !== undefined && term.kind === 'word' && term.hasStem && own[at] === null
  const stemmed = terms.map((term, at) => ({
    term,
    stems: [...new Set([own, ...others].flatMap((stems) => stems?.[at] ?? []))],
    named: options.named?.[at] ?? [],
    isLast: at === terms.length - 1,
    isTooCommon: tooCommon(term, at),
  }))
  // Stop words narrow nothing and are left out, but for the last one, which may be the beginning of another word.
  const kept = stemmed.filter(({ isTooCommon, isLast }) => isLast || !isTooCommon)
  const mark = where === 'anywhere' ? '' : nameMark
  return kept
    .map(({ term, stems, named, isLast }) =>
      termQuery(mark, term, stems, { isBegun: isLast && options.words === 'begun', parts: options.parts, named }),
    )
    .join(' & ')
}

export interface TermOptions {
  readonly isBegun: boolean
  readonly parts: QueryOptions['parts']
  readonly named?: readonly string[]
}

/** One term, in all ways in which it is found. */
export const termQuery = (
  mark: string,
  term: SearchTerm,
  stems: readonly string[],
  { isBegun, parts, named = [] }: TermOptions,
): string =>
  either([
    ...termQueries(mark, term, stems, isBegun),
    ...partQueries(term, parts),
    ...named.map((text) => lexeme('', text)),
  ])

/** What begins with what was typed, whatever signs and spaces are in between; and what is called so. */
export function headQueryOf({ own }: Typed): { readonly begins: string; readonly is: string } | undefined {
  const text = headLexeme(own)
  return [...text].length < minHeadLength ? undefined : { begins: `${lexeme('', text)}:*`, is: lexeme('', text) }
}

/** With its mark: a single character begins too much. */
const minHeadLength = 3

export const either = (queries: readonly string[]): string => {
  const all = [...new Set(queries)]
  return all.length < 2 ? (all[0] ?? '') : `(${all.join(' | ')})`
}

function termQueries(mark: string, term: SearchTerm, stems: readonly string[], isBegun: boolean): string[] {
  const prefix = isBegun ? ':*' : ''
  switch (term.kind) {
    case 'pairs':
      return [`(${term.texts.map((text) => lexeme(mark, text)).join(' <-> ')})`]
    case 'begins':
      return [`${lexeme(mark, term.text)}:*`]
    case 'joined':
      return [all(mark, term.texts, prefix), `${lexeme(mark, term.whole)}${prefix}`]
    case 'word':
      return [
        lexeme(mark, term.text) + prefix,
        ...stems.filter((stem) => stem !== term.text).map((stem) => lexeme(mark, stem)),
        ...(term.split.length > 0 ? [all(mark, term.split, prefix)] : []),
      ]
  }
}

const all = (mark: string, texts: readonly string[], prefix: string): string =>
  `(${texts.map((text, at) => lexeme(mark, text) + (at === texts.length - 1 ? prefix : '')).join(' & ')})`

function partQueries(term: SearchTerm, which: QueryOptions['parts']): string[] {
  if (which === 'none') return []
  const parts = partsOfTerm(term)
  const isOfCode = parts.some((part) => /\p{N}/u.test(part))
  if (parts.length === 0 || (which === 'of codes' && !isOfCode)) return []
  return [`(${parts.map((part) => lexeme('', part)).join(' <-> ')})`]
}

export const lexeme = (mark: string, text: string): string =>
  `'${mark}${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
