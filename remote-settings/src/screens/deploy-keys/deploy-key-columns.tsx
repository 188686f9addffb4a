import { Box, Typography } from '@mui/material'
import type { DeployKey } from '@pim/contract'
import { type Column, RelativeTime, StateDot } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { stateLooks, stateOf } from '../../parts/key-state.ts'
import { RowMenu } from '../../parts/row-menu.tsx'

export function useDeployKeyColumns(revoke: (key: DeployKey) => void): readonly Column<DeployKey>[] {
  const { t, i18n } = useTranslation()
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' })
  return [
    {
      id: 'name',
      header: t('settings.key.name'),
      cell: ({ name, prefix }) => (
        <Box sx={{ py: 0.75 }}>
          <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="caption" color="textSecondary" sx={{ fontFamily: 'monospace' }}>
            {prefix}…
          </Typography>
        </Box>
      ),
    },
    { id: 'section', header: t('settings.deployKey.section'), width: '16%', cell: ({ section }) => section },
    {
      id: 'rights',
      header: t('settings.deployKey.rights'),
      hideBelow: 'md',
      width: '26%',
      cell: ({ rights }) => list.format(rights.map((right) => t(`settings.deployKey.short.${right}`))),
    },
    {
      id: 'state',
      header: t('settings.key.state'),
      width: 130,
      cell: (key) => {
        const state = stateOf(key, Date.now())
        return <StateDot look={stateLooks[state]} label={t(`settings.key.state.${state}`)} />
      },
    },
    {
      id: 'expires',
      header: t('settings.key.expires'),
      hideBelow: 'lg',
      width: 130,
      cell: ({ expiresAt }) => (expiresAt ? day.format(Date.parse(expiresAt)) : t('settings.key.never')),
    },
    {
      id: 'used',
      header: t('settings.key.used'),
      hideBelow: 'sm',
      width: 130,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime time={lastUsedAt} /> : t('settings.key.never')),
    },
    {
      id: 'actions',
      header: t('settings.list.actionsOf'),
      isHeaderVisuallyHidden: true,
      width: 52,
      align: 'right',
      cell: (key) =>
        key.revokedAt ? null : (
          <RowMenu
            label={t('settings.list.actions', { name: key.name })}
            actions={[
              {
                label: t('settings.key.revoke'),
                permission: { may: true, reason: undefined },
                isDestructive: true,
                run: () => revoke(key),
              },
            ]}
          />
        ),
    },
  ]
}
