import { maxMergedRanges } from './limits.ts'
import { cannotRead, type ZipParts } from './zip-parts.ts'

export interface MergedRange {
  readonly firstRow: number
  readonly lastRow: number
  /** From 0. */
  readonly firstColumn: number
  readonly lastColumn: number
}

/**
 * The merged ranges of a sheet, by their first row. They stand behind the rows that they are about, so the part is searched for them
 * before its rows are read.
 */
export async function findMergedRanges(zip: ZipParts, part: string): Promise<MergedRange[]> {
  const ranges: MergedRange[] = []
  let rest = ''
  for await (const chunk of zip.read(part)) {
    const text = rest + chunk.toString('latin1')
    let begin = text.indexOf('mergeCell ')
    if (begin === -1) {
      rest = text.slice(-longestTag)
      continue
    }
    const whole = text.lastIndexOf('>') + 1
    for (; begin !== -1 && begin < whole; begin = text.indexOf('mergeCell ', begin + 1)) {
      const [, from, to] =
        /^mergeCell [^>]*?ref="([A-Z]+\d+):([A-Z]+\d+)"/.exec(text.slice(begin, begin + longestTag)) ?? []
      if (from === undefined || to === undefined) continue
      const [first, last] = [placeOf(from), placeOf(to)]
      if (ranges.length >= maxMergedRanges)
        throw cannotRead('WORKBOOK_TOO_LARGE', `The sheet has more than ${maxMergedRanges} merged ranges.`)
      ranges.push({ firstRow: first.row, lastRow: last.row, firstColumn: first.column, lastColumn: last.column })
    }
    rest = text.slice(Math.max(whole, text.length - longestTag))
  }
  return ranges.sort((one, other) => one.firstRow - other.firstRow)
}

const longestTag = 200

/** `B7`: row 7, column 1. */
export function placeOf(reference: string): { readonly row: number; readonly column: number } {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return { row: Number(reference.slice(at)), column: column - 1 }
}

/** `B` of 1. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}
