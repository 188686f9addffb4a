import type { SearchTerm } from '../write/search-terms.ts'
import { otherNumbersOf } from './other-numbers.ts'
import type { AskedWords, SearchPlace } from './search-place.ts'
import type { StemsOfTerms } from './search-query.ts'
import { stemsOf } from './stem.repository.ts'
import { stemmersOf } from './stemmers.ts'

/** Words of the vocabulary that are looked at for one stem, the most frequent first. */
const mostCandidates = 300
/** Letters of a stem that its forms begin with: the last one may be another in some of them (`happi`, `happy`). */
const beginningOf = (stem: string): string => {
  const letters = [...stem]
  return letters.length > 3 ? letters.slice(0, -1).join('') : stem
}

/**
 * For each term the words of the variation's texts that have the same stem in one of the languages: `lamps` for `lamp`. They are looked
 * up when somebody searches, so nothing of it is stored. And what it may be in the other number, where the stem is another.
 */
export async function formsOfTerms(
  { ask, read, where }: SearchPlace,
  { languageCodes }: AskedWords,
  terms: readonly SearchTerm[],
  stems: readonly (StemsOfTerms | undefined)[],
): Promise<readonly (readonly string[])[]> {
  const stemmers = stemmersOf(languageCodes)
  const asked = stemmers.flatMap((stemmer, by) =>
    stemmer === null
      ? []
      : terms.flatMap((_term, at) => {
          const stem = stems[by]?.[at]
          return stem === null || stem === undefined || stem === '' ? [] : [{ at, stemmer, stem }]
        }),
  )
  const forms = terms.map(
    (term, at) =>
      new Set([
        ...stems.flatMap((each) => each?.[at] ?? []),
        ...(term.kind === 'word' && term.hasStem ? otherNumbersOf(term.text, languageCodes) : []),
      ]),
  )
  if (asked.length === 0) return forms.map((each) => [...each])
  const beginnings = asked.map(({ stem }) => beginningOf(stem))
  const candidates = await ask('vocabulary', { where, beginnings, most: mostCandidates })
  const pairs = asked.flatMap(({ stemmer }, number) => (candidates[number] ?? []).map((word) => ({ stemmer, word })))
  const stemOf = await stemsOf(read, pairs)
  for (const [number, { at, stemmer, stem }] of asked.entries())
    for (const word of candidates[number] ?? []) if (stemOf(stemmer, word) === stem) forms[at]?.add(word)
  return forms.map((each) => [...each])
}
