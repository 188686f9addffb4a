import AddIcon from '@mui/icons-material/Add'
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined'
import { Box, Paper, Typography } from '@mui/material'
import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { BackLink } from '@pim/content-kit'
import type { Schedule } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import {
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  ErrorState,
  GuardedButton,
  PageHeader,
  RelativeTime,
  StateDot,
} from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runsPath } from '../../parts/paths.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleMenu, type ScheduleStep } from './schedule-menu.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'
import { lookOf, useScheduleWords } from './use-schedule-words.ts'

/** Runs begin and end by themselves. */
const lookAgainMs = 5_000

type Open =
  | { readonly kind: 'form'; readonly schedule?: Schedule }
  | { readonly kind: 'runs' | 'delete'; readonly schedule: Schedule }

/** Profiles that run by themselves: when next, what has become of the last run, and what can be done about it. */
export function Schedules() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const creating = usePermission('schedules.createSchedule')
  const { data, isError, refetch } = useApiQuery(
    'schedules.getSchedules',
    {},
    { failureGoesTo: 'screen', refetchInterval: lookAgainMs },
  )
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const failed = { onError: () => feedback.error(t('exchange.schedule.notDone')) }
  const run = useApiMutation('schedules.runSchedule', { failureGoesTo: 'screen', ...failed })
  const pause = useApiMutation('schedules.pauseSchedule', { failureGoesTo: 'screen', ...failed })
  const resume = useApiMutation('schedules.resumeSchedule', { failureGoesTo: 'screen', ...failed })
  const remove = useApiMutation('schedules.deleteSchedule', { failureGoesTo: 'screen', ...failed })
  const take = (step: ScheduleStep, schedule: Schedule) => {
    const { scheduleId, name } = schedule
    const said = (key: string) => ({ onSuccess: () => feedback.success(t(key, { name })) })
    if (step === 'change') setOpen({ kind: 'form', schedule })
    else if (step === 'runs' || step === 'delete') setOpen({ kind: step, schedule })
    else if (step === 'run') run.mutate({ params: { scheduleId } }, said('exchange.schedule.begun'))
    else if (step === 'pause') pause.mutate({ params: { scheduleId } }, said('exchange.schedule.paused'))
    else resume.mutate({ params: { scheduleId } }, said('exchange.schedule.resumed'))
  }
  const columns = useColumns(take)
  const newButton = (
    <GuardedButton
      permission={creating}
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => setOpen({ kind: 'form' })}
    >
      {t('exchange.schedule.new')}
    </GuardedButton>
  )
  return (
    <>
      <PageHeader
        title={t('exchange.schedules.title')}
        count={data?.length}
        before={<BackLink to={runsPath} label={t('exchange.run.toList')} />}
        actions={newButton}
      />
      {isError && !data ? (
        <ErrorState title={t('exchange.schedules.notRead')} onRetry={() => void refetch()} />
      ) : (
        <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
          <DataTable<Schedule>
            label={t('exchange.schedules.title')}
            columns={columns}
            rows={data}
            rowId={({ scheduleId }) => scheduleId}
            rowLabel={({ name }) => name}
            onOpen={(schedule) => setOpen({ kind: 'runs', schedule })}
            expectedRows={4}
            empty={
              <EmptyState
                icon={<ScheduleIcon />}
                title={t('exchange.schedules.empty')}
                description={t('exchange.schedules.emptyHint')}
                action={newButton}
              />
            }
          />
        </Paper>
      )}
      {open?.kind === 'form' && <ScheduleDialog schedule={open.schedule} onClose={close} />}
      {open?.kind === 'runs' && (
        <ScheduleRuns
          schedule={data?.find(({ scheduleId }) => scheduleId === open.schedule.scheduleId) ?? open.schedule}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          isDestructive
          title={t('exchange.schedule.deleteTitle', { name: open.schedule.name })}
          confirmLabel={t('exchange.schedule.deleteConfirm')}
          isBusy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { params: { scheduleId: open.schedule.scheduleId } },
              {
                onSuccess: () => {
                  feedback.success(t('exchange.schedule.deleted', { name: open.schedule.name }))
                  close()
                },
              },
            )
          }
          onCancel={close}
        >
          {t('exchange.schedule.deleteText')}
        </ConfirmDialog>
      )}
    </>
  )
}

function useColumns(take: (step: ScheduleStep, schedule: Schedule) => void): readonly Column<Schedule>[] {
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
      width: '34%',
      cell: (schedule) => {
        const { lastRun, state, stopReason, failuresInARow } = schedule
        return (
          <Box sx={{ py: 0.75, whiteSpace: 'normal' }}>
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
            {/* Where the column of the next time has no room. */}
            <Box sx={{ display: { sm: 'none' }, typography: 'caption', mt: 0.5 }}>
              {schedule.nextAt && `${t('exchange.schedule.next')}: `}
              <NextTime schedule={schedule} />
            </Box>
          </Box>
        )
      },
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

/** A moment in the time of whoever looks; or that there is none, and why. */
function NextTime({ schedule: { nextAt, state } }: { schedule: Schedule }) {
  const { t } = useTranslation()
  const words = useScheduleWords()
  if (nextAt) return words.moment(nextAt)
  return state === 'stopped' ? (
    <StateDot look={{ color: 'error.main', fill: 'full' }} label={t('exchange.schedule.stopped')} />
  ) : (
    <StateDot look={{ color: 'text.secondary', fill: 'half' }} label={t('exchange.schedule.isPaused')} />
  )
}
