import type { FieldType, ImportMapping } from '@pim/contract'

/** How numbers and dates of a file are written. */
export type Writing = Pick<ImportMapping, 'numbers' | 'dates'>

const withNumbers: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'price', 'measurement'])

/** Characters that prices of all currencies fit into. A longer text is none, and would take the patterns long to look through. */
const maxLength = 5_000

/** Whether a text cannot be a value of the type: of numbers that would take long to look through. */
export const isTooLongFor = (text: string, type: FieldType): boolean => text.length > maxLength && withNumbers.has(type)

/**
 * A cell's text as the field type reads it: numbers with a point and without separators of thousands, dates as `2026-03-04`.
 * What is not of that kind stays as it is, so that the field type names it.
 */
export function typedText(text: string, type: FieldType, { numbers, dates }: Writing): string {
  if (text.length > maxLength) return text
  if (withNumbers.has(type)) return plainNumbers(text, numbers)
  if (type === 'date') return isoDay(text.trim(), dates) ?? text
  return type === 'dateTime' ? (isoMoment(text.trim(), dates) ?? text) : text
}

/** Thousands in threes, by what does not stand before the decimals, by a space or by an apostrophe. No number of thousands begins with 0. */
const grouped = {
  point: /(?<![\d.])[1-9]\d{0,2}(?:[,\u0020\u00a0\u202f'’]\d{3})+(?![\d,])(\.\d+)?/g,
  comma: /(?<![\d,])[1-9]\d{0,2}(?:[.\u0020\u00a0\u202f'’]\d{3})+(?![\d.])(,\d+)?/g,
}

function plainNumbers(text: string, numbers: Writing['numbers']): string {
  const signed = text.replace('\u2212', '-')
  const ungrouped = signed.replace(grouped[numbers], (number, decimals: string = '') => {
    const whole = decimals === '' ? number : number.slice(0, -decimals.length)
    return `${whole.replace(/\D/g, '')}${decimals}`
  })
  const pointed = numbers === 'comma' ? ungrouped.replace(/(^|[\s+-]|\d),(?=\d)/g, '$1.') : ungrouped
  // Spreadsheets leave out the 0 before the decimals.
  return pointed.replace(/(^|[\s+-])\.(?=\d)/g, '$10.')
}

const two = (digits: string): string => digits.padStart(2, '0')

function isoDay(text: string, dates: Writing['dates']): string | undefined {
  // A spreadsheet's day may come with its midnight.
  const day = text.replace(/[T ]00:00(:00(\.0+)?)?$/, '')
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(day) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(day)
  if (yearFirst !== null) {
    const [, year = '', , month = '', ofMonth = ''] = yearFirst
    return `${year}-${two(month)}-${two(ofMonth)}`
  }
  const [, first = '', , second = '', year = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(day) ?? []
  if (year === '' || dates === 'iso') return undefined
  const [month, ofMonth] = dates === 'dayFirst' ? [second, first] : [first, second]
  return `${year}-${two(month)}-${two(ofMonth)}`
}

/** Times that name no offset are of UTC: a file says nothing of where it was written. */
function isoMoment(text: string, dates: Writing['dates']): string | undefined {
  const [, day = '', clock = '', offset = ''] =
    /^(\S+?)(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ?? []
  const date = isoDay(day, dates)
  if (date === undefined) return undefined
  return `${date}T${clock === '' ? '00:00:00' : clock.padStart(clock.indexOf(':') === 1 ? clock.length + 1 : 0, '0')}${offset || 'Z'}`
}
