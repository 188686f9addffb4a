/** A day as an address and a date input write it. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** Days begin and end where the person sits. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()

/** "since 3 Jan", "until 5 Jan" and "3 – 5 Jan" need the days in words; what stands between is the caller's. */
export const dayInWords = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(`${day}T00:00:00`))
