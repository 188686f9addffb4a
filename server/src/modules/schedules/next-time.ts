import type { ScheduleTimes } from '@pim/contract'
import { Cron } from 'croner'

function patternOf(times: ScheduleTimes): string {
  if (times.every === 'hour') return `${times.minute} * * * *`
  const [hour, minute] = times.at.split(':').map(Number)
  return `${minute} ${hour} * * ${times.every === 'week' ? times.weekdays.join(',') : '*'}`
}

/** The first time after this moment, however many were missed before it. */
export function nextTime(times: ScheduleTimes, after: Date): Date {
  const timezone = times.every === 'hour' ? 'UTC' : times.timeZone
  const next = new Cron(patternOf(times), { timezone, paused: true }).nextRun(after)
  if (next === null) throw new Error('times of a schedule have no end')
  return next
}
