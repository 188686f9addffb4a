import { fold } from '@pim/field-types'

/** A word as people type it, or two neighbouring characters of a script that is written without spaces. */
export interface Word {
  readonly text: string
  /** Whether the grammar of the language may change its end. */
  readonly hasStem: boolean
  /** Characters that belong together follow each other without a gap. */
  readonly position: number
}

/** Scripts without spaces between words: two neighbouring characters stand for a word. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')
/** Letters and digits held together by signs, as article numbers are: known by their parts and as a whole. */
const compound = /[\p{L}\p{N}]+(?:[-./_][\p{L}\p{N}]+)+/gu
const longestWord = 60

/** Splits folded text: case and Latin accents are gone before anything is compared. */
export function wordsOf(text: string): Word[] {
  const folded = fold(text)
  const words: Word[] = []
  let position = 0
  for (const [run] of folded.matchAll(runs)) {
    if (isUnspaced.test(run)) {
      for (const pair of pairsOf(run)) words.push({ text: pair, hasStem: false, position: ++position })
      position += 1
    } else {
      words.push({ text: run.slice(0, longestWord), hasStem: /\p{L}/u.test(run), position: ++position })
    }
  }
  for (const [whole] of folded.matchAll(compound)) {
    const text = whole.replace(/[-./_]/g, '')
    if (!isUnspaced.test(text)) words.push({ text: text.slice(0, longestWord), hasStem: false, position: ++position })
  }
  return words
}

/** `東京都`: 東京, 京都, and 都 alone so that its last character can be found too. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}
