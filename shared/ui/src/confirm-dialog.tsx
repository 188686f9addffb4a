import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

interface ConfirmDialogProps {
  open: boolean
  /** Asks by naming what and how many: "Delete 3 items?" */
  title: string
  /** What will go with it, and whether it can be brought back. */
  children: ReactNode
  /** Says what the button does: "Delete 3 items", never "OK". */
  confirmLabel: string
  /** Left out: it destroys nothing. */
  isDestructive?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** A third way, between the two. */
  alternative?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, isDestructive, isBusy, onConfirm, onCancel, alternative } = props
  const { t } = useTranslation()
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
      {/* A button that says how many does not fit beside another on a small screen. */}
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
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
