/** A day that was or will be: the year has four digits, February its own length. */
export const isCalendarDate = (text: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === '' || year === '0000') return false
  const [m, d] = [Number(month), Number(day)]
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const longest = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]
  return longest !== undefined && d >= 1 && d <= longest
}

/** A moment in UTC, to the millisecond, so that text order is time order. Null where it is none, or has no offset. */
export const asUtc = (text: string): string | null => {
  const [, date = '', clock = ''] =
    /^(\d{4}-\d{2}-\d{2})[Tt ](([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))$/.exec(
      text,
    ) ?? []
  if (!isCalendarDate(date)) return null
  const cut = clock.replace(/(\.\d{3})\d+/, '$1').toUpperCase()
  const moment = new Date(`${date}T${cut}`)
  if (Number.isNaN(moment.getTime())) return null
  const utc = moment.toISOString()
  return utc.length === 24 ? utc : null
}
