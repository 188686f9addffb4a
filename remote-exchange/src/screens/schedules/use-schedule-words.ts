import { useFileWords } from '@pim/content-kit/bulk'
import type { Schedule, ScheduleRun, ScheduleTimes } from '@pim/contract'
import { fetchProblems } from '@pim/contract/import/fetch-problem-codes.ts'
import { runProblems, stopReasons } from '@pim/contract/schedules/limits.ts'
import type { DotLook } from '@pim/ui'
import { useTranslation } from 'react-i18next'

const fetching: ReadonlySet<string> = new Set(fetchProblems)
const told: ReadonlySet<string> = new Set([...runProblems, ...stopReasons])

/** A Monday and the days after it, for their names. */
const monday = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Schedules and their runs, in words. */
export function useScheduleWords() {
  const { t, i18n } = useTranslation()
  const { fileReason } = useFileWords()
  const dayName = (weekday: number, style: 'long' | 'short' = 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' }).format(monday + (weekday - 1) * dayMs)
  const list = (parts: readonly string[]) => new Intl.ListFormat(i18n.language).format(parts)
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  const timeOf = (at: string) =>
    new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone: 'UTC' }).format(
      new Date(`2026-01-05T${at}:00Z`),
    )

  function times(when: ScheduleTimes): string {
    if (when.every === 'hour')
      return t('exchange.schedule.times.hour', { minute: String(when.minute).padStart(2, '0') })
    const values = { at: timeOf(when.at), zone: when.timeZone }
    return when.every === 'day'
      ? t('exchange.schedule.times.day', values)
      : t('exchange.schedule.times.week', { ...values, days: list(when.weekdays.map((day) => dayName(day, 'short'))) })
  }

  function reason(problem: NonNullable<ScheduleRun['problem']>): string {
    const { code, params } = problem
    if (fetching.has(code)) return fileReason({ ...params, code })
    return t(`exchange.schedule.problem.${told.has(code) ? code : 'INTERNAL'}`)
  }

  /** What has become of a run, with its figures or its reason. */
  function outcome({ outcome: end, problem, counts }: ScheduleRun): string {
    if (end === null) return t('exchange.schedule.outcome.running')
    if (end === 'failed' && problem) return t('exchange.schedule.outcome.failedFor', { reason: reason(problem) })
    const said = t(`exchange.schedule.outcome.${end}`)
    if (!counts) return said
    const parts = (['created', 'changed', 'deleted', 'problem'] as const)
      .filter((each) => counts[each] > 0)
      .map((each) => t(`exchange.schedule.count.${each}`, { count: counts[each], amount: number(counts[each]) }))
    return parts.length === 0 ? said : `${said} ${list(parts)}.`
  }

  const place = (schedule: Schedule): string => {
    if (schedule.kind === 'export')
      return schedule.destination.kind === 'folder'
        ? t('exchange.schedule.toFolder', { folder: schedule.destination.folder })
        : t('exchange.schedule.toDownloads', { count: schedule.destination.keep })
    return schedule.source.kind === 'folder'
      ? t('exchange.schedule.fromFolder', { folder: schedule.source.folder })
      : schedule.source.address
  }
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return { times, outcome, place, dayName, weekdays, moment: (time: string) => moment.format(new Date(time)) }
}

/** Amber waits for a person, grey is over without anything to do. */
export function lookOf({ outcome }: Pick<ScheduleRun, 'outcome'>): DotLook {
  if (outcome === null) return { color: 'primary.main', fill: 'half' }
  if (outcome === 'failed') return { color: 'error.main', fill: 'full' }
  if (outcome === 'waiting' || outcome === 'heldBack') return { color: 'warning.main', fill: 'ring' }
  if (outcome === 'done' || outcome === 'written') return { color: 'success.main', fill: 'full' }
  return { color: 'text.secondary', fill: 'ring' }
}
