/** A time in ISO 8601 as microseconds since 1970, all digits of the database: by these times are ordered. */
export function microsecondsOf(time: string): number {
  const fraction = /\.(\d{1,6})\d*/.exec(time)?.[1] ?? ''
  const seconds = Date.parse(time.replace(/\.\d+/, '')) / 1_000
  return seconds * 1_000_000 + Number(fraction.padEnd(6, '0'))
}
