import { Box, Typography } from '@mui/material'
import type { Schedule } from '@pim/contract'
import { type Column, RelativeTime, StateDot } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { ScheduleMenu, type ScheduleStep } from './schedule-menu.tsx'
import { lookOf, useScheduleWords } from './use-schedule-words.ts'

interface OfSchedule {
  readonly schedule: Schedule
}

/** On narrow screens all of a schedule stands below its name: two columns would break its words. */
export function useScheduleColumns(
  take: (step: ScheduleStep, schedule: Schedule) => void,
): readonly Column<Schedule>[] {
  const { t } = useTranslation()
  const words = useScheduleWords()
  return [
    {
      id: 'name',
      header: t('exchange.schedule.name'),
      cell: (schedule) => (
        <Box sx={{ py: 0.75, minWidth: 0 }}>
          <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {schedule.name}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {t(`exchange.schedule.kind.${schedule.kind}`)}
            {' · '}
            {words.place(schedule)}
          </Typography>
          <Typography
            variant="caption"
            color="textSecondary"
            component="div"
            sx={{ display: { lg: 'none' }, overflowWrap: 'anywhere' }}
          >
            {words.times(schedule.times)}
          </Typography>
          <Box sx={{ display: { sm: 'none' }, whiteSpace: 'normal', mt: 0.75 }}>
            <LastRun schedule={schedule} />
            <Box sx={{ typography: 'caption', mt: 0.5 }}>
              {schedule.nextAt && `${t('exchange.schedule.next')}: `}
              <NextTime schedule={schedule} />
            </Box>
          </Box>
        </Box>
      ),
    },
    {
      id: 'times',
      header: t('exchange.schedule.when'),
      hideBelow: 'lg',
      width: 200,
      cell: ({ times }) => <Box sx={{ py: 0.75, whiteSpace: 'normal' }}>{words.times(times)}</Box>,
    },
    {
      id: 'next',
      header: t('exchange.schedule.next'),
      hideBelow: 'sm',
      width: 170,
      cell: (schedule) => <NextTime schedule={schedule} />,
    },
    {
      id: 'last',
      header: t('exchange.schedule.last'),
      hideBelow: 'sm',
      width: '34%',
      cell: (schedule) => (
        <Box sx={{ py: 0.75, whiteSpace: 'normal' }}>
          <LastRun schedule={schedule} />
        </Box>
      ),
    },
    {
      id: 'actions',
      header: t('exchange.schedule.actions'),
      isHeaderVisuallyHidden: true,
      width: 52,
      align: 'right',
      cell: (schedule) => <ScheduleMenu schedule={schedule} onStep={(step) => take(step, schedule)} />,
    },
  ]
}

/** Outcome of the last run, and the reason where the schedule has stopped. */
function LastRun({ schedule: { lastRun, state, stopReason, failuresInARow } }: OfSchedule) {
  const { t } = useTranslation()
  const words = useScheduleWords()
  return (
    <>
      {lastRun ? (
        <>
          <StateDot look={lookOf(lastRun)} label={words.outcome(lastRun)} />
          <Typography variant="caption" color="textSecondary" component="div">
            <RelativeTime time={lastRun.begunAt} />
            {failuresInARow > 1 && ` · ${t('exchange.schedule.inARow', { count: failuresInARow })}`}
          </Typography>
        </>
      ) : (
        t('exchange.schedule.never')
      )}
      {state === 'stopped' && stopReason && (
        <Typography variant="caption" color="error" component="div">
          {t(`exchange.schedule.stoppedFor.${stopReason}`)}
        </Typography>
      )}
    </>
  )
}

/** A moment in the time of whoever looks; or that there is none, and why. */
function NextTime({ schedule: { nextAt, state } }: OfSchedule) {
  const { t } = useTranslation()
  const words = useScheduleWords()
  if (nextAt) return words.moment(nextAt)
  return state === 'stopped' ? (
    <StateDot look={{ color: 'error.main', fill: 'full' }} label={t('exchange.schedule.stopped')} />
  ) : (
    <StateDot look={{ color: 'text.secondary', fill: 'half' }} label={t('exchange.schedule.isPaused')} />
  )
}
