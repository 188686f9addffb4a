import { Button } from '@mui/material'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'

interface LeaveDialogProps {
  open: boolean
  /** What is not saved. */
  labels: string
  onLeave: () => void
  onStay: () => void
  onDiscard: () => void
}

/** Asks whether to leave work that is not saved. */
export function LeaveDialog({ open, labels, onLeave, onStay, onDiscard }: LeaveDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      open={open}
      title={t('shell.unsaved.title')}
      confirmLabel={t('shell.unsaved.leave')}
      onConfirm={onLeave}
      onCancel={onStay}
      alternative={
        <Button color="error" onClick={onDiscard}>
          {t('shell.unsaved.discard')}
        </Button>
      }
    >
      {t('shell.unsaved.description', { labels })}
    </ConfirmDialog>
  )
}
