const two = (number: number): string => String(number).padStart(2, '0')

/** The moment as an input of the browser writes it: in the clock of where its user is. */
export const toLocal = (utc: string): string => {
  const moment = new Date(utc)
  if (Number.isNaN(moment.getTime())) return ''
  const date = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

export const fromLocal = (local: string): string | null => {
  const moment = new Date(local)
  return local === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
