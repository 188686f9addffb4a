import { z } from 'zod'
import { fingerprint } from './fingerprint.ts'
import { report, reportTooLarge, wrongType } from './issue.ts'

/** The longest text of any kind, in characters as people count them. */
export const maxTextLength = 200_000

/** Longest key in the index. A longer text is known by its beginning and a fingerprint of the whole. */
export const keyLength = 200
export const keyHead = keyLength - 17

/**
 * Thirty-one marks in a row: more than any language puts on a letter (UAX #15 allows thirty in its stream-safe format).
 * The two half-width letters are marks once they are decomposed. A row is looked at from its first mark only, so that
 * rows that are a little too short take no longer.
 */
const markRows = /([\p{M}\uff9e\uff9f](?<![\p{M}\uff9e\uff9f]{2})[\p{M}\uff9e\uff9f]{30,})/u

const shortestRow = 31
const mark = /[\p{M}\uff9e\uff9f]/u

/** A mark, or one half of a pair that may be one. */
const isMarkUnit = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0x300 && ((unit & 0xf800) === 0xd800 || mark.test(text.charAt(at)))
}

/**
 * No row of thirty-one can stand between every thirty-first place, so most texts are cleared by a look at those: the search
 * through a text of 200,000 letters takes 10 ms, and that is felt at every key press.
 */
function mayHaveMarkRows(text: string): boolean {
  for (let at = shortestRow - 1; at < text.length; at += shortestRow) {
    let from = at
    while (from > at - shortestRow && from >= 0 && isMarkUnit(text, from)) from -= 1
    let to = at
    while (to < at + shortestRow && to < text.length && isMarkUnit(text, to)) to += 1
    if (to - from > shortestRow) return true
  }
  return false
}

/**
 * A text in a normal form of Unicode. Normalising puts the marks of each letter in order, and the engine does that by
 * insertion: 200,000 marks on one letter take half a minute. Longer rows of marks are therefore left as they are, which
 * makes the time grow with the length of the text alone.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  mayHaveMarkRows(text) && markRows.test(text)
    ? text
        .split(markRows)
        .map((part, at) => (at % 2 === 1 ? part : part.normalize(form)))
        .join('')
    : text.normalize(form)

const lettersThatDoNotDecompose: Readonly<Record<string, string>> = {
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/**
 * What two texts have in common when nobody minds case or accents: `Straße`, `STRASSE` and `strasse` are one, so are
 * `Bjørn` and `bjorn`. Only Latin, Greek and Cyrillic accents go; marks that make another letter in other scripts stay.
 */
export const fold = (text: string): string => (plain.test(text) ? tidySpaces(text.toLowerCase()) : foldAny(text))

/** Most texts; the long way would cost ten times as much to come to the same. */
const plain = /^[ -~\s]*$/
const tidySpaces = (text: string): string => text.replace(/\s+/g, ' ').trim()

const foldAny = (text: string): string =>
  normalForm(
    normalForm(text, 'NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toUpperCase()
      .toLowerCase()
      .replace(/[æøœđðłþı]/g, (letter) => lettersThatDoNotDecompose[letter] ?? letter)
      .replace(/\s+/g, ' ')
      .trim(),
    'NFC',
  )

const cut = (text: string, length: number): string => {
  const head = text.slice(0, length)
  return head.isWellFormed() ? head : head.slice(0, -1)
}

export const textKey = (text: string): string => shortened(fold(text))

/** Keeps a key within bounds without making two different ones equal. */
export const shortened = (key: string): string =>
  key.length <= keyLength ? key : `${cut(key, keyHead)}…${fingerprint(key).slice(0, 16)}`

/** What to look for inside a key; never longer than what keys keep of a long text. */
export const partKey = (text: string): string => cut(fold(text), keyHead)

/**
 * Without the signs that nobody sees: of no width, soft hyphens, marks of direction, variants of a letter's form. Two texts that differ in nothing else
 * look the same.
 */
export const withoutUnseen = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')

/** Characters as people count them, not the halves that a pair is stored in. */
export const countCharacters = (text: string): number => {
  let count = text.length
  // By units: an iterator makes a string of each character, which takes several times as long.
  for (let at = 1; at < text.length; at += 1) if (isHalf(text, at, 0xdc00) && isHalf(text, at - 1, 0xd800)) count -= 1
  return count
}

const isHalf = (text: string, at: number, first: 0xd800 | 0xdc00): boolean => (text.charCodeAt(at) & 0xfc00) === first

/** PostgreSQL cannot keep these at all, and JSON cannot carry the second one faithfully. */
const isForbidden = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** Any text that can be kept; rooms add their own rules with `superRefine`. */
export const keepableText = (longest = maxTextLength) =>
  z.string(wrongType('a text')).superRefine((text, context) => {
    if (isForbidden(text)) report(context, 'FORBIDDEN_CHARACTER', 'holds a character that cannot be kept')
    // A character has two units at most, so that most texts need not be counted.
    if (text.length > longest * 2 || (text.length > longest && countCharacters(text) > longest))
      reportTooLarge(context, `is longer than ${longest} characters`, longest)
  })

export const oneLine = (text: string): string => text.replace(/[\r\n\t\u2028\u2029]+/g, ' ')

/** Composed letters, so that what looks the same is the same. */
export const composed = (text: string): string =>
  text.length <= maxLengthInParts && text.isWellFormed() ? normalForm(text, 'NFC') : text

/** No letter is composed of more than four; a text longer than this is too long in any form. */
const maxLengthInParts = maxTextLength * 4

/** For types whose value is one short text: anything else passes through, to be refused by the schema. */
export const tidied = (value: unknown, tidy: (text: string) => string): unknown => {
  if (typeof value !== 'string') return value
  const text = tidy(composed(value))
  return text === '' ? null : text
}
