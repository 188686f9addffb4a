/** What the number of a cell stands for, which its format alone says. */
export type NumberKind = MomentKind | 'number' | FilledNumber
type MomentKind = 'date' | 'time' | 'dateTime'
/** A code whose zeros in front are part of it: the format `00000` shows 123 as 00123. */
interface FilledNumber {
  readonly digits: number
}

/** Formats that every spreadsheet has by number, without writing them down (ECMA-376, 18.8.30). */
const builtIn: Readonly<Record<number, NumberKind>> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'dateTime',
  45: 'time',
  46: 'time',
  47: 'time',
}
/** The same for Chinese, Japanese, Korean and Thai. */
const isEasternDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 67 && id <= 81)

export function formatKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtIn[id] ?? (isEasternDate(id) ? 'date' : 'number')
  const [zeros] = /^0{2,}$/.exec(code.split(';')[0] ?? '') ?? []
  if (zeros !== undefined) return { digits: zeros.length }
  // Without texts, signs that stand for themselves, colours and conditions; `[h]` counts hours.
  const letters = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase()
  if (/general|[#?]|(^|[^.,:s0])0/.test(letters) && !/[ymdhs]/.test(letters.replaceAll('general', ''))) return 'number'
  const hasTime = /h|s|am\/pm/.test(letters)
  const hasDate = /y|d|g|e|b/.test(letters.replaceAll('general', '')) || (/m/.test(letters) && !hasTime)
  if (hasDate) return hasTime ? 'dateTime' : 'date'
  return hasTime ? 'time' : 'number'
}

const dayLength = 86_400_000
/** Day 0 of a spreadsheet that counts 29 February 1900, a day that never was. */
const start1900 = Date.UTC(1899, 11, 30)
const start1904 = Date.UTC(1904, 0, 1)
const lastSerial = 2_958_466

/**
 * `2026-11-23`, `2026-11-23T14:30:00` or `14:30:00`, as the format means it; undefined for a number that no calendar has. A time of
 * day other than midnight is not dropped from a cell that shows the day alone.
 */
export function serialToText(serial: number, kind: MomentKind, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < lastSerial)) return undefined
  // To the millisecond a serial has no exact fractions; cells are written to the second.
  const seconds = Math.round(serial * 86_400)
  if (kind === 'time' && seconds < 86_400) return isoOf(seconds * 1_000).slice(11, 19)
  // 1 to 59 are counted as if there were no 29 February 1900.
  const days = !is1904 && serial < 60 ? 1 : 0
  const text = isoOf((is1904 ? start1904 : start1900) + days * dayLength + seconds * 1_000)
  return kind === 'date' && seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19)
}

const isoOf = (time: number): string => new Date(time).toISOString()
