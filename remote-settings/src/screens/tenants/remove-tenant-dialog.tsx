import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { OperatedTenant, QuotaName, TenantErasure } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedRemoval } from '../../parts/refusal.ts'
import { reportOf } from './removal-report.ts'
import { useEraseTenant } from './tenants.api.ts'

interface RemoveTenantDialogProps {
  tenant: OperatedTenant
  onClose: () => void
}

const counted: readonly QuotaName[] = ['items', 'contentTypes', 'files', 'storageBytes', 'apiKeys']

/** Says what goes, asks for the tenant's id to be typed, and shows what was removed. */
export function RemoveTenantDialog({ tenant, onClose }: RemoveTenantDialogProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const refusal = useRefusedRemoval()
  const erase = useEraseTenant()
  const [typed, setTyped] = useState('')
  const { externalId, friendlyName: name } = tenant
  const isConfirmed = typed.trim() === externalId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed && !erase.isPending) erase.mutate({ params: { externalId }, query: { confirm: externalId } })
  }
  if (erase.data) return <Report name={name} erasure={erase.data} onClose={onClose} />
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={erase.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.tenant.removeTitle', { name })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {erase.error && <Alert severity="error">{refusal(erase.error)}</Alert>}
            <span>{t('settings.tenant.removeText')}</span>
            <Counts
              label={t('settings.tenant.removeWhat')}
              rows={tenant.quotas
                .filter(({ quota }) => counted.includes(quota))
                .map(({ quota, used }) => [t(`settings.usage.quota.${quota}`), amountOf(quota, used, i18n.language)])}
            />
            <span>{t('settings.tenant.removeElsewhere')}</span>
            <TextField
              autoFocus
              required
              label={t('settings.tenant.removeConfirm', { externalId })}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={erase.isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            color="error"
            permission={whenComplete(isConfirmed ? undefined : t('settings.tenant.removeConfirm', { externalId }))}
            loading={erase.isPending}
          >
            {t('settings.tenant.removeNow')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Report({ name, erasure, onClose }: { name: string; erasure: TenantErasure; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const number = new Intl.NumberFormat(i18n.language)
  const rows = reportOf(erasure.removed).map(({ kind, count }): [string, string] => [
    t(`settings.tenant.removed.${kind}`),
    number.format(count),
  ])
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.tenant.removedTitle', { name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Alert severity={erasure.status === 'done' ? 'success' : 'info'}>
            {t(`settings.tenant.removedText.${erasure.status}`)}
          </Alert>
          <Counts label={t('settings.tenant.removedWhat')} rows={rows} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('settings.tenant.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Counts({ label, rows }: { label: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <Box
      component="dl"
      aria-label={label}
      sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.5, columnGap: 2 }}
    >
      {rows.map(([what, count]) => (
        <Box key={what} sx={{ display: 'contents' }}>
          <Box component="dt">{what}</Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
            {count}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
