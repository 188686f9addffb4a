import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface SaveViewDialogProps {
  /** Names that the product has given already. */
  taken: readonly string[]
  onSave: (name: string) => void
  onClose: () => void
}

/** Gives the list as it stands a name. One's own earlier view of the same name gives way. */
export function SaveViewDialog({ taken, onSave, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isTaken = taken.includes(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name && !isTaken) onSave(name)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('content.view.saveTitle')}
        </DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            required
            label={t('content.view.name')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={isTaken}
            helperText={isTaken ? t('content.view.taken') : t('content.view.nameHelp')}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name || isTaken}>
            {t('content.view.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
