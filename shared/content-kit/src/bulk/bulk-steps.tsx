import { Alert, Stack, Typography } from '@mui/material'
import type { BulkChange, BulkChangeAction } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { PausedReason, useMayTakeOver } from '../paused-job.tsx'
import { useBulkSteps } from './bulk-change.api.ts'
import { DownloadReport } from './download-report.tsx'
import type { BulkWords } from './use-bulk-words.ts'

interface BulkStepsProps {
  bulkChange: BulkChange
  words: BulkWords
  /** The undo of this bulk change was made: it is a bulk change of its own. */
  onUndo: (bulkChangeId: string) => void
}

/** Rows that an execution would write. */
const toDo = ({ counts: { changed, created, deleted } }: BulkChange): number => changed + created + deleted

/** The kind of the file of rows to mend, by that of the file that was sent. */
const mendedAs = { csv: 'csv', xlsx: 'xlsx', jsonLines: 'jsonl', xml: 'xlsx' } as const

/** What has become of it, and what can be done with it now. */
export function BulkSteps({ bulkChange, words, onUndo }: BulkStepsProps) {
  const { t, i18n } = useTranslation()
  const { state, counts, allowedActions, problem, bulkChangeId, importedFile, paused } = bulkChange
  const permission = usePermission('bulkChange.executeBulkChange')
  const takingOver = useMayTakeOver(paused)
  const { run, pending, failure } = useBulkSteps(bulkChange, onUndo)
  const number = new Intl.NumberFormat(i18n.language)
  const count = toDo(bulkChange)
  const left = counts.outdated + counts.failed
  const { newOptions = 0, newConcepts = 0 } = counts
  const label: Readonly<Record<BulkChangeAction, string>> = {
    execute: t('kit.bulk.step.execute', { count }),
    pause: t('kit.bulk.step.pause'),
    resume: t(paused ? 'kit.paused.takeOver' : 'kit.bulk.step.resume'),
    cancel: t(
      paused
        ? 'kit.paused.end'
        : state === 'executing' || state === 'paused'
          ? 'kit.bulk.step.stop'
          : 'kit.bulk.step.cancel',
    ),
    rehearse: t(state === 'ready' ? 'kit.bulk.step.rehearse' : 'kit.bulk.step.rehearseRest'),
    undo: t('kit.bulk.step.undo', { count: counts.done }),
  }
  const mends = importedFile === null ? undefined : { mend: mendedAs[importedFile.mapping.shape?.format ?? 'csv'] }
  // Rows of a file may link to what other rows of it make, which is there once those are done.
  const mayBeWhole = mends !== undefined && counts.done > 0 && counts.problem > 0
  // An execution of nothing, and a rehearsal of rows that are all done, would be steps without an effect.
  const isUseful = (action: BulkChangeAction) =>
    action === 'rehearse'
      ? state === 'ready' || state === 'cancelled' || left > 0 || mayBeWhole || state === 'paused'
      : true
  const order: readonly BulkChangeAction[] = ['execute', 'resume', 'pause', 'rehearse', 'undo', 'cancel']
  const actions = order.filter((action) => allowedActions.includes(action) && isUseful(action))
  const first = actions.find((action) => action === 'execute' || action === 'resume')
  const isDeletion = counts.deleted > 0 && counts.changed + counts.created === 0
  return (
    <Stack sx={{ gap: 2 }}>
      {state === 'ready' && count === 0 && (
        <Alert severity={counts.problem > 0 || counts.unchanged === 0 ? 'warning' : 'info'}>
          {t(counts.problem > 0 ? 'kit.bulk.ready.allProblems' : 'kit.bulk.ready.nothing')}
        </Alert>
      )}
      {state === 'ready' && count > 0 && (
        <Typography variant="body2">
          {t(counts.problem > 0 ? 'kit.bulk.ready.withProblems' : 'kit.bulk.ready.hint', { count: counts.problem })}
        </Typography>
      )}
      {state === 'ready' && count > 0 && newOptions + newConcepts > 0 && (
        <Alert severity="info" variant="outlined">
          {t('kit.bulk.makesFirst', {
            things: new Intl.ListFormat(i18n.language).format([
              ...(newOptions > 0
                ? [t('kit.bulk.newOptions', { count: newOptions, amount: number.format(newOptions) })]
                : []),
              ...(newConcepts > 0
                ? [t('kit.bulk.newConcepts', { count: newConcepts, amount: number.format(newConcepts) })]
                : []),
            ]),
          })}
        </Alert>
      )}
      {(state === 'done' || state === 'cancelled' || state === 'paused') && (
        <Alert severity={left > 0 || state !== 'done' ? 'warning' : 'success'} role="status">
          {paused && (
            <Typography variant="inherit" component="div" sx={{ overflowWrap: 'anywhere' }}>
              <PausedReason paused={paused} />
            </Typography>
          )}
          {t(`kit.bulk.ended.${state}`, { done: number.format(counts.done), count: counts.done })}
          {counts.outdated > 0 && ` ${t('kit.bulk.ended.outdated', { count: counts.outdated })}`}
          {counts.failed > 0 && ` ${t('kit.bulk.ended.failed', { count: counts.failed })}`}
        </Alert>
      )}
      {state === 'failed' && (
        <Alert severity="error">
          {t('kit.bulk.ended.stopped', { count: counts.done })}
          {problem !== null && ` ${words.problemTexts(problem).join(' ')}`}
        </Alert>
      )}
      {failure !== undefined && (
        <Alert severity="error" role="alert">
          {words.failureText(failure)}
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {actions.map((action) => {
          const isEmpty = action === 'execute' && count === 0
          const { may, reason } = paused && action !== 'undo' ? takingOver : permission
          return (
            <GuardedButton
              key={action}
              variant={action === first ? 'contained' : action === 'cancel' ? 'text' : 'outlined'}
              color={action === 'execute' && isDeletion ? 'error' : 'primary'}
              permission={{
                may: may && !isEmpty && (pending === undefined || pending === action),
                reason: reason ?? (isEmpty ? t('kit.bulk.ready.nothing') : undefined),
              }}
              loading={pending === action}
              onClick={() => void run(action)}
            >
              {label[action]}
            </GuardedButton>
          )
        })}
        {counts.problem + left > 0 && state !== 'rehearsing' && (
          <DownloadReport
            bulkChangeId={bulkChangeId}
            what={mends ?? { rows: counts.failed > 0 ? 'failed' : counts.outdated > 0 ? 'outdated' : 'problem' }}
            label={t(mends === undefined ? 'kit.bulk.report.failures' : 'kit.bulk.report.mend')}
          />
        )}
        {state !== 'rehearsing' && counts.rows > 0 && (
          <DownloadReport bulkChangeId={bulkChangeId} what={{ rows: 'all' }} label={t('kit.bulk.report.all')} />
        )}
      </Stack>
    </Stack>
  )
}
