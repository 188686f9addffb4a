import { normalForm } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'
import {
  folded,
  foldedWithPlaces,
  type Place,
  placesOf,
  type Rank,
  rankOf,
  type SoughtTerm,
  type Stretch,
} from './places.ts'

/** A piece of a text, no longer than a line, and what in it is marked. */
export interface Excerpt {
  readonly text: string
  readonly marks: readonly Stretch[]
}

/** Characters before the first mark: few, so that it is seen on a narrow screen. Those of Chinese and Japanese are as wide as two. */
const leadIn = 18
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/u
const longestExcerpt = 120
/** Characters that are compared at once; what is found is told within these. */
const pieceLength = 400

/** How well each of the terms is found in a text, and the piece of it that has most of them. */
export interface FoundInText {
  readonly ranks: readonly Rank[]
  readonly piece: Piece
}

export interface Piece {
  readonly text: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** The find in a text, and how many letters were compared for it. */
export interface LookedThrough {
  readonly letters: number
  /** Undefined where none of the terms is found. */
  readonly found: FoundInText | undefined
}

/** Ends where `most` letters are compared, counted once they are folded: eighteen of one character. */
export function* lookThrough(
  text: string,
  terms: readonly SoughtTerm[],
  most = Number.POSITIVE_INFINITY,
): Steps<LookedThrough> {
  let best: { sum: number; piece: Piece } | undefined
  let ranks: readonly Rank[] = terms.map(() => 0)
  let letters = 0
  for (const piece of piecesOf(lineOf(text))) {
    if (letters >= most) break
    const form = folded(piece.text)
    letters += form.plain.length
    const found = terms.map((term) => (mayHave(form.plain, form.kept, term) ? rankOf(form, term) : 0))
    yield
    const sum = sumOf(found)
    if (sum === 0) continue
    ranks = ranks.map((rank, at) => Math.max(rank, found[at] ?? 0))
    if (best === undefined || sum > best.sum) best = { sum, piece }
  }
  return { letters, found: best && { ranks, piece: best.piece } }
}

export const sumOf = (ranks: readonly number[]): number => ranks.reduce((sum, rank) => sum + rank, 0)

/** A quick test, as most texts have none of the terms. */
function mayHave(plain: string, kept: string, { texts, joined, stems, code }: SoughtTerm): boolean {
  const has = (each: string) => plain.includes(each) || kept.includes(each)
  return code !== undefined || texts.some(has) || stems.some(has) || (joined.length > 0 && joined.every(has))
}

/** One line, in composed letters: two units of a decomposed one would be folded apart. */
const lineOf = (text: string): string => normalForm(text, 'NFC').replace(/\s+/gu, ' ').trim()

function* piecesOf(line: string): Generator<Piece> {
  for (let from = 0; from < line.length; ) {
    let to = from + pieceLength
    if (to >= line.length) to = line.length
    else {
      const gap = line.lastIndexOf(' ', to)
      if (gap > from + pieceLength / 2) to = gap
      else if (isSecondHalf(line.charCodeAt(to))) to += 1
    }
    yield { text: line.slice(from, to).trim(), isFirst: from === 0, isLast: to >= line.length }
    from = to
  }
}

/** Of a surrogate pair. */
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** What a row shows of a text: the beginning where nothing of it is marked. */
export function excerptOf({ text, isFirst, isLast }: Piece, terms: readonly SoughtTerm[]): Excerpt {
  const marks = marksIn(text, terms)
  const first = marks[0]?.from ?? 0
  const from = startOf(text, first)
  const to = endOf(text, from)
  const before = from > 0 || !isFirst ? '…' : ''
  const behind = to < text.length || !isLast ? '…' : ''
  const moved = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${behind}`,
    marks: marks
      .filter((mark) => mark.from < to)
      .map((mark) => ({ from: mark.from + moved, to: Math.min(mark.to, to) + moved })),
  }
}

export const wholeText = (text: string): Piece => ({ text: lineOf(text), isFirst: true, isLast: true })

/** Where the terms stand in a text; a part of a word only where the term is no word of it. */
export function marksIn(text: string, terms: readonly SoughtTerm[]): Stretch[] {
  const { places, ...form } = foldedWithPlaces(text)
  const found = terms.flatMap((term) => {
    const all = placesOf(form, term)
    const best = Math.max(0, ...all.map(({ rank }) => rank))
    return all.filter(({ rank }) => rank >= Math.min(best, 2))
  })
  const stretches = found.map(({ from, to }: Place) => ({ from: places[from] ?? 0, to: places[to] ?? text.length }))
  // Put together before, as each takes long to be widened to whole letters.
  return joined(joined(stretches).map((stretch) => wholeLetters(text, stretch)))
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Signs that are written on a letter, and letters that are drawn as one, are marked together: apart they would look otherwise. */
function wholeLetters(text: string, { from, to }: Stretch): Stretch {
  const all = letters.segment(text)
  const last = all.containing(to)
  return {
    from: all.containing(from)?.index ?? from,
    to: last && last.index < to ? last.index + last.segment.length : to,
  }
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const each of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && each.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, each.to) }
    else all.push(each)
  }
  return all
}

/** At the beginning of a word, a little before the first mark. */
function startOf(text: string, mark: number): number {
  let start = mark
  for (let left = leadIn; start > 0; start -= 1) {
    left -= wide.test(text[start - 1] ?? '') ? 2 : 1
    if (left < 0) break
  }
  if (start === 0) return 0
  const gap = text.indexOf(' ', start)
  const from = gap >= 0 && gap < mark ? gap + 1 : start
  return isSecondHalf(text.charCodeAt(from)) ? from + 1 : from
}

function endOf(text: string, from: number): number {
  const end = from + longestExcerpt
  if (end >= text.length) return text.length
  const gap = text.lastIndexOf(' ', end)
  if (gap > end - 20) return gap
  return isSecondHalf(text.charCodeAt(end)) ? end - 1 : end
}
