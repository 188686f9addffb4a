import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useHeldPanel } from './panel-hold.ts'

interface ConfirmDialogProps {
  open: boolean
  /** A question that says what and how many: "Delete 3 items?" */
  title: string
  /** What is lost with it, and whether it can be restored. */
  children: ReactNode
  /** Names the action: "Delete 3 items", never "OK". */
  confirmLabel: string
  /** Default `false`. Draws the confirming button in the error colour. */
  isDestructive?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** A second way to go on, placed between cancel and confirm. */
  alternative?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, isDestructive, isBusy, onConfirm, onCancel, alternative } = props
  const { t } = useTranslation()
  useHeldPanel(open)
  const titleId = useId()
  const textId = useId()
  return (
    <Dialog
      open={open}
      onClose={isBusy ? undefined : onCancel}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId} variant="h2">
        {title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} component="div">
          {children}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onCancel} disabled={isBusy ?? false}>
          {t('ui.cancel')}
        </Button>
        {alternative}
        <Button
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          onClick={onConfirm}
          loading={isBusy ?? false}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
