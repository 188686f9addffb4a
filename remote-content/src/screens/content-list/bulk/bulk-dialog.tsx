import { Alert, LinearProgress, List, ListItem, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import type { SearchContentDocument } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkStepWithWayBack, stepBack } from './bulk-step.ts'
import { type BulkFailure, type BulkTarget, useBulkStep } from './use-bulk-step.ts'

interface BulkDialogProps {
  step: BulkStepWithWayBack
  rows: readonly SearchContentDocument[]
  selectedCount: number
  variationName: string
  onClose: () => void
  onDone: () => void
}

const namesShown = 5

/** Says what will happen to how many before it does it, how far it is while it does it, and what failed after. */
export function BulkDialog({ step, rows, selectedCount, variationName, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const run = useBulkStep()
  // What was asked about is what is done: the list below may change while it is. What failed can be tried again.
  const [targets, setTargets] = useState<readonly BulkTarget[]>(rows)
  const [leftOut] = useState(selectedCount - rows.length)
  const [progress, setProgress] = useState<number>()
  const [failures, setFailures] = useState<readonly BulkFailure[]>([])
  const abort = useRef<AbortController>(undefined)
  const count = targets.length

  const back = stepBack[step]
  const takeBack = async (done: readonly BulkTarget[]) => {
    if (!back) return
    const undone = await run(back, done)
    if (undone.failures.length > 0) feedback.error(t('content.bulk.failed', { count: undone.failures.length }))
    else feedback.success(t(`content.bulk.${back}Done`, { count: done.length }))
  }
  const confirm = async () => {
    abort.current = new AbortController()
    setProgress(0)
    setFailures([])
    const { done, failures: failed } = await run(step, targets, {
      onProgress: setProgress,
      signal: abort.current.signal,
    })
    setProgress(undefined)
    setFailures(failed)
    if (done.length > 0) {
      feedback.success(
        t(`content.bulk.${step}Done`, { count: done.length }),
        back && { label: t('content.delete.undo'), run: () => void takeBack(done) },
      )
    }
    if (failed.length > 0) return setTargets(failed.map(({ target }) => target))
    onDone()
    onClose()
  }
  const cancel = () => {
    abort.current?.abort()
    if (failures.length > 0) onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t(`content.bulk.${step}Ask`, { count, variation: variationName })}
      confirmLabel={t(`content.bulk.${step}Confirm`, { count })}
      isDestructive={step === 'delete'}
      isBusy={progress !== undefined}
      onConfirm={confirm}
      onCancel={cancel}
    >
      <Typography sx={{ mb: 1 }}>{t(`content.bulk.${step}Hint`)}</Typography>
      <Names of={targets} />
      {leftOut > 0 && (
        <Typography color="textSecondary" variant="body2" sx={{ mt: 1 }}>
          {t('content.bulk.leftOut', { count: leftOut })}
        </Typography>
      )}
      {progress !== undefined && (
        <LinearProgress
          variant="determinate"
          value={(progress / count) * 100}
          aria-label={t('content.bulk.progress', { done: progress, count })}
          sx={{ mt: 2 }}
        />
      )}
      {failures.length > 0 && <Failures failures={failures} />}
    </ConfirmDialog>
  )
}

function Names({ of: targets }: { of: readonly BulkTarget[] }) {
  const { t } = useTranslation()
  return (
    <List dense disablePadding>
      {targets.slice(0, namesShown).map(({ contentVariationId, name }) => (
        <ListItem key={contentVariationId} disableGutters sx={{ py: 0, overflowWrap: 'anywhere' }}>
          {name}
        </ListItem>
      ))}
      {targets.length > namesShown && (
        <ListItem disableGutters sx={{ py: 0 }}>
          {t('content.bulk.more', { count: targets.length - namesShown })}
        </ListItem>
      )}
    </List>
  )
}

function Failures({ failures }: { failures: readonly BulkFailure[] }) {
  const { t } = useTranslation()
  return (
    <Alert severity="error" sx={{ mt: 2 }}>
      {t('content.bulk.failed', { count: failures.length })}
      <List dense disablePadding>
        {failures.slice(0, namesShown).map(({ target, reason }) => (
          <ListItem key={target.contentVariationId} disableGutters sx={{ py: 0 }}>
            {target.name}:{' '}
            {reason instanceof ApiError ? (reason.problem?.message ?? reason.kind) : t('content.step.failed')}
          </ListItem>
        ))}
      </List>
    </Alert>
  )
}
