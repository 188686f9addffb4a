import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { OperatedTenant } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { GuardedButton, RelativeTime } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { usePauseTenant, useResumeTenant } from './tenants.api.ts'

interface PauseDialogProps {
  kind: 'pause' | 'resume'
  tenant: OperatedTenant
  onClose: () => void
}

/** Pauses a tenant, or lets it in again, with the reason that its audit keeps. */
export function PauseDialog({ kind, tenant, onClose }: PauseDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const titleId = useId()
  const pause = usePauseTenant()
  const resume = useResumeTenant()
  const { isPending, error } = kind === 'pause' ? pause : resume
  const [reason, setReason] = useState('')
  const name = tenant.friendlyName
  const isRight = kind === 'resume' || reason.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRight || isPending) return
    const params = { externalId: tenant.externalId }
    const onSuccess = () => {
      feedback.success(t(`settings.tenant.${kind}Done`, { name }))
      onClose()
    }
    if (kind === 'pause') pause.mutate({ params, body: { reason: reason.trim() } }, { onSuccess })
    else resume.mutate({ params, body: reason.trim() === '' ? {} : { reason: reason.trim() } }, { onSuccess })
  }
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t(`settings.tenant.${kind}Title`, { name })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <span>{t(`settings.tenant.${kind}Text`)}</span>
            {kind === 'resume' && tenant.pause && (
              <span>
                {t('settings.tenant.pausedFor', { reason: tenant.pause.reason })}{' '}
                <RelativeTime time={tenant.pause.at} />
              </span>
            )}
            <TextField
              autoFocus
              multiline
              minRows={2}
              required={kind === 'pause'}
              label={t('settings.tenant.reason')}
              helperText={t('settings.tenant.reasonHelp')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            color={kind === 'pause' ? 'warning' : 'primary'}
            permission={whenComplete(isRight ? undefined : t('kit.missing', { fields: t('settings.tenant.reason') }))}
            loading={isPending}
          >
            {t(`settings.tenant.${kind}Confirm`)}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
