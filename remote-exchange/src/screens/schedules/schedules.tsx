import AddIcon from '@mui/icons-material/Add'
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined'
import { Paper } from '@mui/material'
import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { BackLink } from '@pim/content-kit'
import type { Schedule } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { ConfirmDialog, DataTable, EmptyState, ErrorState, GuardedButton, PageHeader } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runsPath } from '../../parts/paths.ts'
import { useScheduleColumns } from './schedule-columns.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { ScheduleStep } from './schedule-menu.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'

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
  const columns = useScheduleColumns(take)
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
