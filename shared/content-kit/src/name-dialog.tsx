import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface NameDialogProps {
  title: string
  label: string
  help: string
  confirmLabel: string
  /** Names that cannot be given, and what is said of them. */
  taken?: { readonly names: readonly string[]; readonly text: string }
  onName: (name: string) => void
  onClose: () => void
}

/** Asks for the name that something is kept under. What had that name before gives way, unless it is `taken`. */
export function NameDialog({ title, label, help, confirmLabel, taken, onName, onClose }: NameDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isTaken = taken?.names.includes(name) ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name && !isTaken) onName(name)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            required
            label={label}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={isTaken}
            helperText={isTaken ? taken?.text : help}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name || isTaken}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
