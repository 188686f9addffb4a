/** A time in ISO 8601 as microseconds since 1970, all digits of the database: by these times are ordered. */
export function microsecondsOf(time: string): number {
  const fraction = /\.(\d{1,6})\d*/.exec(time)?.[1] ?? ''
  const seconds = Date.parse(time.replace(/\.\d+/, '')) / 1_000
  return seconds * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

/** The same time in ISO 8601, as the database gives it: without zeros at the end of its fraction. */
export function timeOf(microseconds: number): string {
  const whole = new Date(Math.floor(microseconds / 1_000_000) * 1_000).toISOString().slice(0, -5)
  const fraction = String(microseconds % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return fraction === '' ? `${whole}Z` : `${whole}.${fraction}Z`
}
