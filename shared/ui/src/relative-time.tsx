import { Tooltip } from '@mui/material'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

const minute = 60_000
const units: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60 * minute, minute, 'minute'],
  [24 * 60 * minute, 60 * minute, 'hour'],
  [7 * 24 * 60 * minute, 24 * 60 * minute, 'day'],
]

/** One shared interval for all relative times on the page; it runs only while at least one is mounted. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
const intervalMs = minute / 2
let now = Date.now()
function subscribeToClock(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const notify of listeners) notify()
  }, intervalMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The snapshot of the clock. Without listeners no interval sets it, so the first reader does: set by the first listener, it would draw a whole list again. */
function readClock(): number {
  if (timer === undefined && Date.now() - now > intervalMs) now = Date.now()
  return now
}

interface Formats {
  readonly date: Intl.DateTimeFormat
  readonly exact: Intl.DateTimeFormat
  readonly relative: Intl.RelativeTimeFormat
}

/** Making a format takes a hundred times as long as using it, and a list has one in each row. */
const formatsByLanguage = new Map<string, Formats>()
function formatsOf(language: string): Formats {
  const known = formatsByLanguage.get(language)
  if (known) return known
  const formats = {
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
  }
  formatsByLanguage.set(language, formats)
  return formats
}

/** Says `time` relative to `at`: "3 minutes ago" for up to a week, after that the date. */
export function relativeTime(time: string, at: number, language: string, justNow: string): string {
  const then = Date.parse(time)
  const distance = Math.abs(at - then)
  if (distance < minute) return justNow
  const unitStep = units.find(([limit]) => distance < limit)
  const formats = formatsOf(language)
  if (!unitStep) return formats.date.format(then)
  const [, size, unit] = unitStep
  return formats.relative.format(Math.trunc((then - at) / size), unit)
}

/**
 * A relative time that is kept current, with the exact time as a tooltip, which is mounted once the pointer is there: each row of a list has
 * one, and a tooltip takes longer to draw than the rest of a cell.
 */
export function RelativeTime({ time }: { time: string }) {
  const { t, i18n } = useTranslation()
  const [isPointedAt, setPointedAt] = useState(false)
  const at = useSyncExternalStore(subscribeToClock, readClock)
  const exact = formatsOf(i18n.language).exact.format(Date.parse(time))
  const shown = (
    <time dateTime={time} title={exact} onPointerEnter={() => setPointedAt(true)}>
      {relativeTime(time, Math.max(at, Date.parse(time)), i18n.language, t('ui.time.now'))}
    </time>
  )
  return isPointedAt ? <Tooltip title={exact}>{shown}</Tooltip> : shown
}
