import { squashed } from '../../../core/spelling.ts'
import { plainForm } from '../write/letters.ts'
import type { SearchTerm, Typed } from '../write/search-terms.ts'
import { runs } from '../write/search-words.ts'
import { otherNumbersOf } from './other-numbers.ts'

/** More words than these in other forms are as they were typed in all others. */
const mostWords = 6
const mostTitles = 64
/** Letters at the end of a word that are others in another number of it. */
const longestEnding = 3

/**
 * The typed text with some of its words, or all, in the other number (singular or plural), squashed. A title that is one of these is meant as
 * much as one that is exactly as typed. `words`: those of the text, `forms`: for each of them its other forms.
 */
export function otherTitlesOf(
  { plain }: Typed,
  words: readonly SearchTerm[],
  forms: readonly (readonly string[])[],
  languageCodes: readonly string[],
): string[] {
  const typed = plain.match(runs) ?? []
  const inTurn = words.flatMap((word, at) => (isSign(word) ? [] : [{ word, forms: forms[at] ?? [] }]))
  // Where it splits otherwise, as of amounts, it is no text of words.
  const isOfWords =
    inTurn.length === typed.length &&
    inTurn.every(({ word }, at) => word.kind === 'word' && plainForm(word.text) === typed[at])
  if (!isOfWords) return []
  const others = inTurn.map((each, at) => numbersAmong(typed[at] ?? '', each.forms, languageCodes))
  const changing = others.filter((each) => each.length > 0).length
  const each = Math.max(2, Math.floor(mostTitles ** (1 / Math.max(1, Math.min(changing, mostWords)))))
  const between = plain.split(runs).map(squashed)
  let titles = [between[0] ?? '']
  let left = mostWords
  for (const [at, word] of typed.entries()) {
    const there = [word, ...(left > 0 ? (others[at] ?? []).slice(0, each - 1) : [])]
    if (there.length > 1) left -= 1
    titles = titles.flatMap((title) => there.map((form) => title + form + (between[at + 1] ?? '')))
  }
  return [...new Set(titles)].filter((title) => title !== squashed(plain))
}

/** `&` between words stays as it is. */
const isSign = (term: SearchTerm): boolean => term.kind === 'begins' && term.text.match(runs) === null

/** The nearest first. */
function numbersAmong(word: string, forms: readonly string[], languageCodes: readonly string[]): string[] {
  const near = forms
    .map(plainForm)
    .filter((form) => endingsBetween(word, form) <= longestEnding)
    .toSorted((one, other) => endingsBetween(word, one) - endingsBetween(word, other))
  const all = new Set([...near, ...otherNumbersOf(word, languageCodes).map(plainForm)])
  all.delete(word)
  return [...all]
}

/** Letters behind what two words begin with, of the one that has more of them. */
function endingsBetween(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return Math.max(one.length, other.length) - same
}
