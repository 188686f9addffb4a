import { squashed } from '../../../../core/spelling.ts'
import { keptForm, plainForm } from '../../write/letters.ts'
import type { SearchTerm } from '../../write/search-terms.ts'
import { startsUnspaced } from '../../write/search-words.ts'

/** From the first character to the one behind the last, in UTF-16 units. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** A term of a search text, as it may stand in a text. */
export interface SoughtTerm {
  /** Any of these, at the beginning of a word or, from three characters on, within it. */
  readonly texts: readonly string[]
  /** Words that signs join: only where all of them stand. */
  readonly joined: readonly string[]
  /** Words that begin so are other forms of it. */
  readonly stems: readonly string[]
  /** Without its signs, which stand in codes or do not; undefined where it has no digits. */
  readonly code: string | undefined
  /** Lexemes of the items and concepts that it names. */
  readonly references: ReadonlySet<string>
}

export function soughtTerm(term: SearchTerm, stems: readonly string[], references: readonly string[]): SoughtTerm {
  const texts = term.kind === 'pairs' ? [term.run] : [term.kind === 'joined' ? term.whole : term.text]
  const whole = squashed(texts[0] ?? '')
  return {
    texts,
    joined: term.kind === 'joined' ? term.texts : [],
    stems: stems
      .filter((stem) => stem.length >= shortestStem && !texts.includes(stem))
      // English stems of words in y end in i: berri of berry.
      .flatMap((stem) => (stem.endsWith('i') ? [stem, `${stem.slice(0, -1)}y`] : [stem])),
    code: /\p{N}/u.test(whole) && whole.length >= leastPart ? whole : undefined,
    references: new Set(references),
  }
}

/** A shorter one begins too many words. */
const shortestStem = 3
const leastPart = 3
/** Letters behind a stem. */
const longestEnding = 4
/** Characters of a text that may be a code as a whole, so that its signs are left out to compare it. */
const longestCode = 200

/** How well a term is found: 3 as a word, 2 as the beginning of one or in another form, 1 as a part, 0 not at all. */
export type Rank = number

export interface Place extends Stretch {
  readonly rank: Rank
}

/** A text as it is compared: folded, with and without the letters that are kept in some language. */
export interface Folded {
  readonly plain: string
  readonly kept: string
}

export function folded(text: string): Folded {
  const kept = keptForm(text)
  return { kept, plain: plainForm(kept) }
}

/** Where a term stands, in units of the folded text; `kept` has as many as `plain` (see `foldedWithPlaces`). */
export function placesOf(text: Folded, { texts, joined, stems, code }: SoughtTerm): Place[] {
  const parts = joined.map((needle) => wordPlaces(formFor(needle, text), needle))
  return [
    ...texts.flatMap((needle) => wordPlaces(formFor(needle, text), needle)),
    ...(parts.every((places) => places.length > 0) ? parts.flat() : []),
    ...stems.flatMap((stem) => stemPlaces(formFor(stem, text), stem)),
    ...(code === undefined ? [] : codePlaces(text.plain, code)),
  ]
}

export const rankOf = (text: Folded, term: SoughtTerm): Rank =>
  Math.max(0, ...placesOf(text, term).map(({ rank }) => rank))

/** A reader of Swedish who types `får` does not mean `fara`. */
const formFor = (needle: string, { plain, kept }: Folded): string => (plainForm(needle) === needle ? plain : kept)

function wordPlaces(text: string, needle: string): Place[] {
  if (needle === '') return []
  const isUnspaced = startsUnspaced.test(needle)
  const found: Place[] = []
  for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + 1)) {
    const to = from + needle.length
    const begins = isUnspaced || isEdge(text, from)
    if (!begins && needle.length < leastPart) continue
    found.push({ from, to, rank: begins ? (isUnspaced || isEdge(text, to) ? 3 : 2) : 1 })
  }
  return found
}

/** A word in another form is marked as a whole; within a compound, its stem. */
function stemPlaces(text: string, stem: string): Place[] {
  const found: Place[] = []
  for (let from = text.indexOf(stem); from >= 0; from = text.indexOf(stem, from + 1)) {
    let to = from + stem.length
    const end = to + longestEnding
    while (to < end && !isEdge(text, to)) to += 1
    if (isEdge(text, to)) found.push({ from, to, rank: isEdge(text, from) ? 2 : 1 })
  }
  return found
}

/** `MH 01` in `MH-01`, `2404` in `A2404`. */
function codePlaces(text: string, code: string): Place[] {
  if (text.length > longestCode) return []
  let plain = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const form = squashed(text[at] ?? '')
    if (form === '') continue
    plain += form
    places.push(at)
  }
  const found: Place[] = []
  for (let at = plain.indexOf(code); at >= 0; at = plain.indexOf(code, at + 1)) {
    const from = places[at] ?? 0
    const to = (places[at + code.length - 1] ?? 0) + 1
    found.push({ from, to, rank: isEdge(text, from) ? (isEdge(text, to) ? 3 : 2) : 1 })
  }
  return found
}

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u
const digit = /\p{N}/u

/** Whether a word may begin or end here; a number next to letters is a word of its own. */
function isEdge(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' '
  const behind = text[at] ?? ' '
  if (!letterOrDigit.test(before) || !letterOrDigit.test(behind)) return true
  return digit.test(before) !== digit.test(behind)
}

export interface FoldedWithPlaces extends Folded {
  /** For each unit where the character stood that it comes from, and last the end of the text. */
  readonly places: readonly number[]
}

/** One character at a time, so that what is found can be told in the text as it is written. */
export function foldedWithPlaces(text: string): FoldedWithPlaces {
  let [plain, kept] = ['', '']
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const keptCharacter = /\s/u.test(character) ? ' ' : keptForm(character)
    const plainCharacter = keptCharacter === ' ' ? ' ' : plainForm(keptCharacter)
    plain += plainCharacter
    // As long as the other form, so that one place stands for both.
    kept += keptCharacter.length === plainCharacter.length ? keptCharacter : plainCharacter
    for (let unit = 0; unit < plainCharacter.length; unit++) places.push(at)
    at += character.length
  }
  places.push(at)
  return { plain, kept, places }
}
