import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  FormHelperText,
  Stack,
  TextField,
} from '@mui/material'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenComplete } from '../when-complete.ts'
import { failureKeys } from './use-saved-choices.ts'

interface SaveChoiceDialogProps {
  title: string
  label: string
  help: string
  confirmLabel: string
  /** Names that cannot be given, and what is said of them. */
  taken?: { readonly names: readonly string[]; readonly text: string }
  /** The dialog stays open, with what is typed, where it fails. */
  onSave: (name: string, isShared: boolean) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name that something is saved under, and whether everybody in the tenant sees it. */
export function SaveChoiceDialog({ title, label, help, confirmLabel, taken, onSave, onClose }: SaveChoiceDialogProps) {
  const { t } = useTranslation()
  const mayShare = reaches(useAccount().role, 'editor')
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const [isShared, setShared] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const name = typed.trim()
  const isTaken = taken?.names.includes(name) ?? false
  const fault = isTaken ? taken?.text : name === '' ? t('kit.needsName') : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (fault !== undefined || isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onSave(name, isShared)
    } catch (reason) {
      setFailure(t(failureKeys(reason)))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 1.5, mt: 1 }}>
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
            />
            {mayShare && (
              <div>
                <FormControlLabel
                  control={<Checkbox checked={isShared} onChange={(_, checked) => setShared(checked)} />}
                  label={t('kit.saved.share')}
                />
                <FormHelperText sx={{ ml: 4 }}>{t('kit.saved.shareHelp')}</FormHelperText>
              </div>
            )}
            {failure && (
              <Alert severity="error" role="alert">
                {failure}
              </Alert>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <GuardedButton type="submit" variant="contained" loading={isBusy} permission={whenComplete(fault)}>
            {confirmLabel}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
