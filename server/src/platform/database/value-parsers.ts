import pg from 'pg'

/**
 * Values arrive as the API writes them, so nobody converts: times as ISO 8601 in UTC with every digit the database
 * has (a JavaScript Date would cut microseconds off a keyset cursor and lose rows), dates as `YYYY-MM-DD`, counts as
 * numbers, decimals as strings with every digit.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [20, int8],
  [1082, (text) => text],
  [1114, (text) => `${text.replace(' ', 'T')}Z`],
  [1184, isoTime],
])

function int8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** Sessions run in UTC, so every time ends in +00. */
function isoTime(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : new Date(text).toISOString()
}

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text'),
}
