import type { SearchTerm } from '../write/search-words.ts'

/**
 * The terms as a tsquery, each lexeme behind the prefix of every space that is searched. A word is found as it is
 * written or by its stem; the last one is a prefix, as it may still be typed. Null where there is nothing to look for.
 */
export function wordQueryOf(
  where: 'anywhere' | 'in the name',
  spaces: readonly string[],
  terms: readonly SearchTerm[],
  stems: readonly (string | null)[],
  hasStemmer: boolean,
): string | null {
  const tooCommon = (term: SearchTerm, at: number): boolean =>
    hasStemmer && term.kind === 'word' && term.hasStem && stems[at] === null
  const stemmed = terms.map((term, at) => ({ term, stem: stems[at] ?? null, at, isLast: at === terms.length - 1 }))
  // Stop words narrow nothing and are left out, but for the last one, which may be the beginning of another word.
  const kept = stemmed.filter(({ term, at, isLast }) => isLast || !tooCommon(term, at))
  if (kept.length === 0) return null
  const inSpace = (space: string) =>
    kept.map(({ term, stem, isLast }) => termQuery(space, marks[where], term, stem, isLast)).join(' & ')
  return spaces.map((space) => `(${inSpace(space)})`).join(' | ')
}

/** The letter by which the index keeps written words and stems apart, and those of the name from the others. */
const marks = {
  anywhere: { written: 'w', stem: 's' },
  'in the name': { written: 'n', stem: 'm' },
} as const
type Marks = (typeof marks)[keyof typeof marks]

function termQuery(space: string, mark: Marks, term: SearchTerm, stem: string | null, isLast: boolean): string {
  const written = (text: string) => lexeme(space, mark.written, text)
  if (term.kind === 'pairs') return `(${term.texts.map(written).join(' <-> ')})`
  if (term.kind === 'begins') return `${written(term.text)}:*`
  const typed = written(term.text) + (isLast ? ':*' : '')
  return stem === null ? typed : `(${typed} | ${lexeme(space, mark.stem, stem)})`
}

const lexeme = (space: string, mark: string, text: string): string =>
  `'${space}${mark}${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
