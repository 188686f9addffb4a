import type { ImportColumnReading } from '@pim/contract'
import { isCalendarDate } from './calendar.ts'
import { fold } from './text.ts'

/** What the texts of a column may differ in; the column beside it that names units is none of them. */
export type ReadingPart = Exclude<keyof ImportColumnReading, 'codeColumn'>

/** How the texts are written that values are read from. */
export interface Reading extends ImportColumnReading {
  /** A unit or currency that is named nowhere is that which the field usually has; left out, it is an open question. */
  readonly isUsual?: boolean
  /** Options are named by their codes alone, in the letters that these have. */
  readonly isExact?: boolean
}

/** Texts as `toText` writes them. */
export const ownReading: Reading = { numbers: 'point', dates: 'iso', timeZone: 'UTC', isUsual: true, isExact: true }

/** What a text leaves open that may be read in two ways. */
export class OpenReading {
  readonly part: ReadingPart

  constructor(part: ReadingPart) {
    this.part = part
  }
}

const meanings = new WeakMap<NonNullable<Reading['values']>, ReadonlyMap<string, string>>()

/** What a cell, or an entry of one, means by the words of the reading; kept, because each cell of a file asks. */
export function meantBy(text: string, { values }: Reading): string {
  if (values === undefined) return text
  const known = meanings.get(values) ?? new Map(values.map(({ from, to }) => [fold(from), to]))
  meanings.set(values, known)
  return known.get(fold(text)) ?? text
}

/**
 * The entries of a cell, by what stands between them in the column, each as the words of the reading mean it. No entry has a line break: each of the lines that an
 * element of XML makes when it comes several times is an entry.
 */
export const entriesOf = (text: string, reading: Reading): string[] =>
  text.split(reading.list ?? ',').flatMap((part) => part.split('\n').map((each) => meantBy(each.trim(), reading)))

/** Characters that prices of all currencies fit into. A longer text is none, and would take the patterns long to look through. */
const maxLength = 5_000

/** Thousands in threes, by what does not stand before the decimals, by a space or by an apostrophe. No number of thousands begins with 0. */
const grouped = {
  point: /(?<![\d.])[1-9]\d{0,2}(?:[,\u0020\u00a0\u202f'’]\d{3})+(?![\d,])(\.\d+)?/g,
  comma: /(?<![\d,])[1-9]\d{0,2}(?:[.\u0020\u00a0\u202f'’]\d{3})+(?![\d.])(,\d+)?/g,
}

/** The text with its numbers in digits and a point alone. What is no number stays as it is. */
export function plainNumbers(text: string, numbers: 'point' | 'comma'): string {
  const signed = text.replace('\u2212', '-')
  const ungrouped = signed.replace(grouped[numbers], (number, decimals: string = '') => {
    const whole = decimals === '' ? number : number.slice(0, -decimals.length)
    return `${whole.replace(/\D/g, '')}${decimals}`
  })
  const pointed = numbers === 'comma' ? ungrouped.replace(/(^|[\s+-]|\d),(?=\d)/g, '$1.') : ungrouped
  // Spreadsheets leave out the 0 before the decimals.
  return pointed.replace(/(^|[\s+-])\.(?=\d)/g, '$10.')
}

/**
 * What `read` makes of the text with plain numbers. Where the reading does not say how numbers are written, the text is read in both ways: what
 * only one of them can read is that, and what they read differently is open.
 */
export function readNumbers<Value>(
  text: string,
  { numbers }: Reading,
  read: (plain: string) => Value | undefined,
): Value | OpenReading | undefined {
  if (text.length > maxLength) return undefined
  if (numbers !== undefined) return read(plainNumbers(text, numbers))
  const [points, commas] = [plainNumbers(text, 'point'), plainNumbers(text, 'comma')]
  const [byPoint, byComma] = [read(points), read(commas)]
  if (byPoint === undefined || byComma === undefined) return byPoint ?? byComma
  if (byPoint instanceof OpenReading !== byComma instanceof OpenReading)
    return byPoint instanceof OpenReading ? byComma : byPoint
  return JSON.stringify(byPoint) === JSON.stringify(byComma) ? byPoint : new OpenReading('numbers')
}

const two = (digits: string): string => digits.padStart(2, '0')

/** A day as `2026-03-04`; the text itself where it is none. */
export function readDay(text: string, { dates }: Reading): string | OpenReading {
  // A spreadsheet's day may come with its midnight.
  const day = text.trim().replace(/[T ]00:00(:00(\.0+)?)?$/, '')
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(day) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(day)
  if (yearFirst !== null) {
    const [, year = '', , month = '', ofMonth = ''] = yearFirst
    return `${year}-${two(month)}-${two(ofMonth)}`
  }
  const [, first = '', mark = '', second = '', year = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(day) ?? []
  if (year === '' || dates === 'iso') return text.trim()
  const dayFirst = `${year}-${two(second)}-${two(first)}`
  const monthFirst = `${year}-${two(first)}-${two(second)}`
  if (dates !== undefined) return dates === 'dayFirst' ? dayFirst : monthFirst
  // Nobody puts full stops between a month and its day.
  if (mark === '.' || dayFirst === monthFirst || !isCalendarDate(monthFirst)) return dayFirst
  return isCalendarDate(dayFirst) ? new OpenReading('dates') : monthFirst
}

/** A moment with its offset; the text itself where it is none. */
export function readMoment(text: string, reading: Reading): string | OpenReading {
  const [, day = '', clock = '', offset = ''] =
    /^(\S+?)(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text.trim()) ?? []
  const date = readDay(day, reading)
  if (typeof date !== 'string') return date
  if (!isCalendarDate(date)) return text.trim()
  const time = clock === '' ? '00:00:00' : clock.padStart(clock.indexOf(':') === 1 ? clock.length + 1 : 0, '0')
  const local = `${date}T${time}`
  if (offset !== '') return `${local}${offset}`
  const timeZone = reading.timeZone ?? (reading.isUsual ? 'UTC' : undefined)
  return timeZone === undefined ? new OpenReading('timeZone') : inUtc(local, timeZone)
}

/** Whether the machine knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const day = 86_400_000

/** The moment at which clocks of the zone show this; of two, as clocks are set back, the first one. */
function inUtc(local: string, timeZone: string): string {
  const shown = Date.parse(`${local}Z`)
  if (timeZone === 'UTC' || Number.isNaN(shown)) return `${local}Z`
  const steady = steadyOffset(Math.floor(shown / day), timeZone)
  if (steady !== undefined) return new Date(shown - steady).toISOString()
  // Clocks are not set twice in two days: the offset is that of the day before or that of the day after.
  const moments = [shown - day, shown + day].map((near) => shown - offsetAt(near, timeZone))
  const exact = moments.filter((moment) => moment + offsetAt(moment, timeZone) === shown)
  return new Date(Math.min(...(exact.length > 0 ? exact : moments))).toISOString()
}

const offsets = new Map<string, number | undefined>()
/** Days of all zones whose offset is kept: asking for one takes longer than reading all else of a cell. */
const mostOffsets = 20_000

/** The offset of a day, as a number since 1970, on which clocks are not set, nor on the days before and behind it; undefined of others. */
function steadyOffset(ofDay: number, timeZone: string): number | undefined {
  const key = `${ofDay} ${timeZone}`
  if (offsets.has(key)) return offsets.get(key)
  if (offsets.size >= mostOffsets) offsets.clear()
  const [before, behind] = [offsetAt((ofDay - 1) * day, timeZone), offsetAt((ofDay + 2) * day, timeZone)]
  const steady = before === behind ? before : undefined
  offsets.set(key, steady)
  return steady
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds by which clocks of the zone are ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  formats.set(timeZone, format)
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? []
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ahead : ahead
}

/** What of a heading may name a unit or a currency: what stands in brackets, else its last word. `Weight (kg)`, `price-EUR`, `Preis in €`. */
export function signOfHeading(heading: string): string {
  const [, bracketed] = /[([{]([^)\]}]{1,40})[)\]}]\s*$/.exec(heading) ?? []
  return (
    bracketed ??
    heading
      .trim()
      .split(/[\s_:/-]+/)
      .at(-1) ??
    ''
  ).trim()
}

/** What is left of a heading without what may name a unit or a currency: `Weight`, `price`, `Preis`. */
export function withoutSign(heading: string): string {
  const trimmed = heading.trim()
  const unbracketed = trimmed.replace(/\s*[([{][^)\]}]{1,40}[)\]}]$/, '')
  if (unbracketed !== trimmed) return unbracketed
  return trimmed.replace(/[\s_:/-]+[^\s_:/-]*$/, '').replace(/[\s_-]+in$/i, '')
}
