import type { SearchTerm } from '../write/search-terms.ts'
import { nameMark } from '../write/space.ts'

/** The stems of the terms by one of the stemmers that texts may have been stemmed with; null for stop words. */
export type StemsOfTerms = readonly (string | null)[]

/**
 * The terms as a tsquery. A word is found as it is written or by one of its stems; the last one is a prefix, as it may
 * still be typed. Empty where there is nothing to look for. `stems`: the first are those of the language that is
 * searched in, which says what stop words are; undefined where it has no stemmer.
 */
export function wordQueryOf(
  where: 'anywhere' | 'in the name',
  terms: readonly SearchTerm[],
  [own, ...others]: readonly (StemsOfTerms | undefined)[],
): string {
  const tooCommon = (term: SearchTerm, at: number): boolean =>
    own !== undefined && term.kind === 'word' && term.hasStem && own[at] === null
  const stemmed = terms.map((term, at) => ({
    term,
    stems: [...new Set([own, ...others].flatMap((stems) => stems?.[at] ?? []))],
    at,
    isLast: at === terms.length - 1,
  }))
  // Stop words narrow nothing and are left out, but for the last one, which may be the beginning of another word.
  const kept = stemmed.filter(({ term, at, isLast }) => isLast || !tooCommon(term, at))
  const mark = where === 'anywhere' ? '' : nameMark
  return kept.map(({ term, stems, isLast }) => termQuery(mark, term, stems, isLast)).join(' & ')
}

function termQuery(mark: string, term: SearchTerm, stems: readonly string[], isLast: boolean): string {
  if (term.kind === 'pairs') return `(${term.texts.map((text) => lexeme(mark, text)).join(' <-> ')})`
  if (term.kind === 'begins') return `${lexeme(mark, term.text)}:*`
  const typed = lexeme(mark, term.text) + (isLast ? ':*' : '')
  const others = stems.filter((stem) => stem !== term.text).map((stem) => lexeme(mark, stem))
  return others.length === 0 ? typed : `(${[typed, ...others].join(' | ')})`
}

const lexeme = (mark: string, text: string): string => `'${mark}${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
