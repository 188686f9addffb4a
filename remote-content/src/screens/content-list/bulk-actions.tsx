import { Alert, Button, LinearProgress, List, ListItem, Tooltip, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import type { SearchContentDocument } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { BulkBar, ConfirmDialog } from '@pim/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkFailure, type BulkStep, useBulkStep } from './content-list.api.ts'

interface BulkActionsProps {
  rows: readonly SearchContentDocument[]
  variationName: string
  onClear: () => void
}

const steps: readonly BulkStep[] = ['publish', 'unpublish', 'archive', 'delete']
const namesShown = 5

/** What can be done with the selected rows: says what and how many before it does it, and what failed after. */
export function BulkActions({ rows, variationName, onClear }: BulkActionsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<BulkStep>()
  return (
    <>
      <BulkBar count={rows.length} label={t('content.bulk.selected', { count: rows.length })} onClear={onClear}>
        {steps.map((step) => (
          <StepButton key={step} step={step} onClick={() => setAsked(step)} />
        ))}
      </BulkBar>
      {asked && (
        <BulkDialog
          step={asked}
          rows={rows}
          variationName={variationName}
          onClose={() => setAsked(undefined)}
          onDone={onClear}
        />
      )}
    </>
  )
}

function StepButton({ step, onClick }: { step: BulkStep; onClick: () => void }) {
  const { t } = useTranslation()
  const { may, reason } = usePermission(step === 'delete' ? 'contentItem.deleteItem' : `contentVariation.${step}`)
  return (
    <Tooltip title={reason ?? ''}>
      <span>
        <Button size="small" color={step === 'delete' ? 'error' : 'primary'} disabled={!may} onClick={onClick}>
          {t(`content.bulk.${step}`)}
        </Button>
      </span>
    </Tooltip>
  )
}

interface BulkDialogProps {
  step: BulkStep
  rows: readonly SearchContentDocument[]
  variationName: string
  onClose: () => void
  onDone: () => void
}

function BulkDialog({ step, rows, variationName, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const run = useBulkStep()
  const [done, setDone] = useState<number>()
  const [failures, setFailures] = useState<readonly BulkFailure[]>([])
  const abort = useRef<AbortController>(undefined)
  const count = rows.length

  const confirm = async () => {
    abort.current = new AbortController()
    setDone(0)
    setFailures([])
    const failed = await run(step, rows, setDone, abort.current.signal)
    setDone(undefined)
    setFailures(failed)
    const succeeded = count - failed.length
    if (succeeded > 0) feedback.success(t(`content.bulk.${step}Done`, { count: succeeded }))
    if (failed.length === 0) {
      onDone()
      onClose()
    }
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
      isBusy={done !== undefined}
      onConfirm={confirm}
      onCancel={cancel}
    >
      <Typography sx={{ mb: 1 }}>{t(`content.bulk.${step}Hint`)}</Typography>
      <List dense disablePadding>
        {rows.slice(0, namesShown).map((row) => (
          <ListItem key={row.contentVariationId} disableGutters sx={{ py: 0, overflowWrap: 'anywhere' }}>
            {row.name}
          </ListItem>
        ))}
        {count > namesShown && (
          <ListItem disableGutters sx={{ py: 0 }}>
            {t('content.bulk.more', { count: count - namesShown })}
          </ListItem>
        )}
      </List>
      {done !== undefined && (
        <LinearProgress
          variant="determinate"
          value={(done / count) * 100}
          aria-label={t('content.bulk.progress', { done, count })}
          sx={{ mt: 2 }}
        />
      )}
      {failures.length > 0 && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {t('content.bulk.failed', { count: failures.length })}
          <List dense disablePadding>
            {failures.slice(0, namesShown).map(({ name, reason }) => (
              <ListItem key={name} disableGutters sx={{ py: 0 }}>
                {name}: {reason instanceof ApiError ? (reason.problem?.message ?? reason.kind) : String(reason)}
              </ListItem>
            ))}
          </List>
        </Alert>
      )}
    </ConfirmDialog>
  )
}
