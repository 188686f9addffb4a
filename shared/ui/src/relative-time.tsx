import { Tooltip } from '@mui/material'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

const minute = 60_000
const steps: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60 * minute, minute, 'minute'],
  [24 * 60 * minute, 60 * minute, 'hour'],
  [7 * 24 * 60 * minute, 24 * 60 * minute, 'day'],
]

/** One clock for all times on the screen, which ticks only while there are any. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()
function everyHalfMinute(listener: () => void) {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, minute / 2)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** "3 minutes ago" for a week, then the day; said as of `at`. */
export function relativeTime(time: string, at: number, language: string, justNow: string): string {
  const then = Date.parse(time)
  const distance = Math.abs(at - then)
  if (distance < minute) return justNow
  const step = steps.find(([limit]) => distance < limit)
  if (!step) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(then)
  const [, size, unit] = step
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(
    Math.trunc((then - at) / size),
    unit,
  )
}

/** How long ago, with the exact time on hover. */
export function RelativeTime({ time }: { time: string }) {
  const { t, i18n } = useTranslation()
  const at = useSyncExternalStore(everyHalfMinute, () => now)
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'medium' }).format(
    Date.parse(time),
  )
  return (
    <Tooltip title={exact}>
      <time dateTime={time}>{relativeTime(time, Math.max(at, Date.parse(time)), i18n.language, t('ui.time.now'))}</time>
    </Tooltip>
  )
}
