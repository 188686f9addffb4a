import type { SearchTerm } from '../projection/index.ts'

/**
 * The terms as a tsquery, every word behind the spaces it is looked for in. A word is found as it is written or by its
 * stem; the last one may go on. Null where there is nothing to look for.
 */
export function wordQueryOf(
  spaces: readonly string[],
  terms: readonly SearchTerm[],
  stems: readonly (string | null)[],
  hasStemmer: boolean,
): string | null {
  const tooCommon = (term: SearchTerm, at: number): boolean =>
    hasStemmer && term.kind === 'word' && term.hasStem && stems[at] === null
  const told = terms.map((term, at) => ({ term, stem: stems[at] ?? null, at, isLast: at === terms.length - 1 }))
  // Words that everything holds tell nothing apart, unless there is no other.
  const kept = told.filter(({ term, at, isLast }) => isLast || !tooCommon(term, at))
  if (kept.length === 0) return null
  const inSpace = (space: string) =>
    kept.map(({ term, stem, isLast }) => termQuery(space, term, stem, isLast)).join(' & ')
  return spaces.map((space) => `(${inSpace(space)})`).join(' | ')
}

function termQuery(space: string, term: SearchTerm, stem: string | null, isLast: boolean): string {
  if (term.kind === 'pairs') return `(${term.texts.map((text) => lexeme(space, 'w', text)).join(' <-> ')})`
  if (term.kind === 'begins') return `${lexeme(space, 'w', term.text)}:*`
  const written = lexeme(space, 'w', term.text) + (isLast ? ':*' : '')
  return stem === null ? written : `(${written} | ${lexeme(space, 's', stem)})`
}

const lexeme = (space: string, mark: 'w' | 's', text: string): string =>
  `'${space}${mark}${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
