import { lettersBetween, longestWord, mayBeWrong } from '../../core/spelling.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { foldedWords } from './concept-words.ts'
import { findLinesWithPart } from './find-concepts.repository.ts'

/** Concepts that are looked at for the right word. */
const looked = 2_000
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
  return meant.size === 0 ? undefined : words.map((word) => meant.get(word) ?? word).join(' ')
}

/** A word with so many errors has one stretch more than that, of which one is right. */
function stretchesOf(word: string): string[] {
  const letters = [...word]
  const count = mayBeWrong(word) + 1
  const size = Math.floor(letters.length / count)
  return Array.from({ length: count }, (_, at) =>
    letters.slice(at * size, at === count - 1 ? undefined : (at + 1) * size).join(''),
  )
}

function nearestWord(word: string, lines: readonly string[]): string | undefined {
  const most = mayBeWrong(word)
  let best: { readonly word: string; readonly off: number } | undefined
  for (const candidate of new Set(lines.flatMap((each) => each.match(/[\p{L}\p{N}]+/gu) ?? []))) {
    const off = lettersBetween(word, candidate, most)
    if (off <= most && (best === undefined || off < best.off)) best = { word: candidate, off }
  }
  return best?.word
}
