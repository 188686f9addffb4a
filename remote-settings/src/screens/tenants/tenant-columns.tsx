import { Box, Typography } from '@mui/material'
import type { OperatedTenant, QuotaName } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { type Column, type DotLook, StateDot } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { TenantAction } from './tenant-action.ts'

const looks = {
  open: { color: 'success.main', fill: 'full' },
  paused: { color: 'warning.main', fill: 'half' },
} as const satisfies Record<string, DotLook>

const may = { may: true, reason: undefined }

export function useTenantColumns(startAction: (action: TenantAction) => void): readonly Column<OperatedTenant>[] {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const usedColumn = (quota: QuotaName, hideBelow: 'sm' | 'md' | 'lg'): Column<OperatedTenant> => ({
      id: quota,
      header: t(`settings.usage.quota.${quota}`),
      hideBelow,
      width: 150,
      cell: ({ quotas }) => <Use use={quotas.find((each) => each.quota === quota)} />,
    })
    return [
      {
        id: 'name',
        header: t('settings.tenant.name'),
        cell: ({ friendlyName, externalId, pause }) => (
          <Box sx={{ py: 0.75 }}>
            <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {friendlyName}
            </Typography>
            <Typography
              variant="caption"
              color="textSecondary"
              component="p"
              sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
            >
              {externalId}
            </Typography>
            {pause && (
              <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {t('settings.tenant.pausedFor', { reason: pause.reason })}
              </Typography>
            )}
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('settings.tenant.state'),
        width: 110,
        cell: ({ pause }) => {
          const state = pause ? 'paused' : 'open'
          return <StateDot look={looks[state]} label={t(`settings.tenant.state.${state}`)} />
        },
      },
      usedColumn('items', 'sm'),
      usedColumn('storageBytes', 'md'),
      usedColumn('deliveryCallsPerDay', 'lg'),
      {
        id: 'opened',
        header: t('settings.tenant.opened'),
        hideBelow: 'lg',
        width: 120,
        cell: ({ openedAt }) =>
          new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(Date.parse(openedAt)),
      },
      {
        id: 'actions',
        header: t('settings.list.actionsOf'),
        isHeaderVisuallyHidden: true,
        width: 52,
        align: 'right',
        cell: (tenant) => {
          const start = (kind: TenantAction['kind']) => () => startAction({ kind, tenant })
          const turn = tenant.pause ? 'resume' : 'pause'
          return (
            <RowMenu
              label={t('settings.list.actions', { name: tenant.friendlyName })}
              actions={[
                { label: t('settings.tenant.members'), permission: may, run: start('members') },
                { label: t('settings.tenant.quotas'), permission: may, run: start('quotas') },
                { label: t(`settings.tenant.${turn}`), permission: may, run: start(turn) },
                { label: t('settings.tenant.export'), permission: may, run: start('export') },
                { label: t('settings.tenant.remove'), permission: may, isDestructive: true, run: start('remove') },
              ]}
            />
          )
        },
      },
    ]
  }, [t, i18n.language, startAction])
}

/** How much of a quota is used; what is nearly or wholly used says so in words. */
function Use({ use }: { use: OperatedTenant['quotas'][number] | undefined }) {
  const { t, i18n } = useTranslation()
  if (use === undefined) return null
  const used = amountOf(use.quota, use.used, i18n.language)
  const limit = use.limit === null ? t('settings.tenant.noLimit') : amountOf(use.quota, use.limit, i18n.language)
  return (
    <Box sx={{ py: 0.75, fontVariantNumeric: 'tabular-nums' }}>
      {used}
      <Typography
        variant="caption"
        component="p"
        color={use.state === 'reached' ? 'error' : use.state === 'near' ? 'warning' : 'textSecondary'}
      >
        {t(`settings.tenant.use.${use.state}`, { limit })}
      </Typography>
    </Box>
  )
}
