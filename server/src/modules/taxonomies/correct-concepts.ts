import { normalForm } from '@pim/field-types'
import { lettersBetween, longestWord, mayBeWrong, nearestPart } from '../../core/spelling.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { atBeginnings, isIndexed } from './concept-parts.repository.ts'
import { foldedWords } from './concept-words.ts'
import { findLinesWithPart } from './find-concepts.repository.ts'

/** Concepts that are looked at for the right word, with each stretch of it. */
const looked = 1_000
/** Words of a text that are tried. */
const tried = 8

/**
 * What somebody may have meant where no concept has what was typed: the words that none has, with one letter put right,
 * in long words two. Undefined where nothing is near.
 */
export async function correctedConceptText(
  trx: Transaction,
  tenantId: string,
  asked: { readonly text: string; readonly taxonomyIds?: readonly string[] | undefined },
): Promise<string | undefined> {
  const words = foldedWords(asked.text).split(' ').slice(0, tried)
  const meant = new Map<string, string>()
  for (const word of words) {
    const { length } = [...word]
    if (mayBeWrong(word) === 0 || length > longestWord || !/^[\p{L}\p{N}]+$/u.test(word)) continue
    const lines = await findLinesWithPart(trx, tenantId, asked, stretchesOf(word), looked)
    if (lines.some((each) => each.includes(word))) continue
    const nearest = nearestWord(word, lines)
    if (nearest !== undefined) meant.set(word, nearest)
  }
  if (meant.size === 0) return undefined
  // Syllables of Korean stand in parts in what is compared.
  return normalForm(words.map((word) => meant.get(word) ?? word).join(' '), 'NFC')
}

/**
 * A word with so many errors has one stretch more than that, of which one is right; or two neighbours were changed where two
 * stretches meet. Stretches of two letters stand first, and last in a word of four: there the index knows them.
 */
function stretchesOf(word: string): string[] {
  const letters = [...word]
  const count = mayBeWrong(word) + 1
  const ends = Array.from({ length: count + 1 }, (_, at) => Math.floor((letters.length * at) / count))
  const cut = (from: number, to: number) => letters.slice(from, to).join('')
  return ends.slice(1).flatMap((end, at) => {
    const from = ends[at] ?? 0
    const stretch = cut(from, end)
    const swapped = end === letters.length ? [] : [cut(from, end - 1) + cut(end, end + 1)]
    return [stretch, ...swapped].flatMap((each) =>
      isIndexed(each) ? [each] : from === 0 ? atBeginnings(each) : [`${each}\n`, `${each} `],
    )
  })
}

/** Scripts without spaces between words: a word is a part of what stands there. */
const startsUnspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function nearestWord(word: string, lines: readonly string[]): string | undefined {
  const most = mayBeWrong(word)
  const isUnspaced = startsUnspaced.test(word)
  let best: { readonly word: string; readonly off: number } | undefined
  for (const candidate of new Set(lines.flatMap((each) => each.match(/[\p{L}\p{N}]+/gu) ?? []))) {
    const near = isUnspaced ? nearestPart(word, candidate, most) : wholeWord(word, candidate, most)
    if (near.off <= most && (best === undefined || near.off < best.off)) best = { word: near.part, off: near.off }
  }
  return best?.word
}

/** Most are told by their length, without a look at their letters. */
const wholeWord = (word: string, candidate: string, most: number) => ({
  part: candidate,
  off: Math.abs(candidate.length - word.length) > 2 * most ? most + 1 : lettersBetween(word, candidate, most),
})
