import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Stack,
  TextField,
} from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { OperatedTenant, QuotaName, TenantQuotas } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { useFeedback } from '@pim/shell'
import { ErrorState, GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { parts } from '../../parts/usage-amounts.ts'
import { limitText, readLimit } from './limit-text.ts'
import { useQuotas, useSetQuotas } from './tenants.api.ts'

const quotaNames = parts.flatMap(({ quotas }): readonly QuotaName[] => quotas)

interface QuotasDialogProps {
  tenant: OperatedTenant
  onClose: () => void
}

/** What a tenant may have, where that is other than what the installation gives to all. */
export function QuotasDialog({ tenant, onClose }: QuotasDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const { data, isError, refetch } = useQuotas(tenant.externalId)
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.tenant.quotasTitle', { name: tenant.friendlyName })}
      </DialogTitle>
      {data ? (
        <QuotaForm tenant={tenant} stored={data} onClose={onClose} />
      ) : (
        <DialogContent>
          {isError ? (
            <ErrorState title={t('settings.usage.failed')} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={320} />
          )}
        </DialogContent>
      )}
    </Dialog>
  )
}

function QuotaForm({ tenant, stored, onClose }: QuotasDialogProps & { stored: TenantQuotas }) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const set = useSetQuotas()
  const [typed, setTyped] = useState<Partial<Record<QuotaName, string>>>({})
  const textOf = (quota: QuotaName) => typed[quota] ?? limitText(quota, stored.own[quota])
  const limits = quotaNames.map((quota) => [quota, readLimit(quota, textOf(quota))] as const)
  const list = new Intl.ListFormat(i18n.language)
  const wrong = limits.filter(([, limit]) => Number.isNaN(limit)).map(([quota]) => t(`settings.usage.quota.${quota}`))
  const helpOf = (quota: QuotaName, limit: number | null | undefined) => {
    if (Number.isNaN(limit)) return t('settings.tenant.quotaWrong')
    const used = tenant.quotas.find((each) => each.quota === quota)?.used ?? 0
    const has = t('settings.tenant.quotaUsed', { used: amountOf(quota, used, i18n.language) })
    if (limit !== undefined || stored.own[quota] !== undefined) return has
    const usual = stored.limits[quota]
    const given = usual === null ? t('settings.tenant.noLimit') : amountOf(quota, usual, i18n.language)
    return `${has} ${t('settings.tenant.quotaUsual', { limit: given })}`
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong.length > 0 || set.isPending) return
    const own = Object.fromEntries(limits.filter(([, limit]) => limit !== undefined))
    set.mutate(
      { params: { externalId: tenant.externalId }, body: { own } },
      {
        onSuccess: () => {
          feedback.success(t('settings.tenant.quotasDone', { name: tenant.friendlyName }))
          onClose()
        },
      },
    )
  }
  return (
    <Stack component="form" onSubmit={submit} sx={{ minHeight: 0 }}>
      <DialogContent>
        <Stack sx={{ gap: 2.5, pt: 1 }}>
          {set.error && <Alert severity="error">{refusal(set.error)}</Alert>}
          <span>{t('settings.tenant.quotasText')}</span>
          {limits.map(([quota, limit]) => (
            <TextField
              key={quota}
              label={t(`settings.usage.quota.${quota}`)}
              value={textOf(quota)}
              onChange={(event) => setTyped({ ...typed, [quota]: event.target.value })}
              error={Number.isNaN(limit)}
              helperText={helpOf(quota, limit)}
              slotProps={{ htmlInput: { maxLength: 30, spellCheck: false } }}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={set.isPending}>
          {t('ui.cancel')}
        </Button>
        <GuardedButton
          type="submit"
          variant="contained"
          permission={whenComplete(wrong.length > 0 ? t('kit.wrong', { fields: list.format(wrong) }) : undefined)}
          loading={set.isPending}
        >
          {t('settings.save')}
        </GuardedButton>
      </DialogActions>
    </Stack>
  )
}
