import { Box, Typography } from '@mui/material'
import type { ApiKey } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { type Column, RelativeTime, StateDot } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stateLooks, stateOf } from '../../parts/key-state.ts'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { KeyAction } from './key-action.ts'
import { useKeyScope } from './key-scope.ts'

export function useKeyColumns(startAction: (action: KeyAction) => void): readonly Column<ApiKey>[] {
  const { t, i18n } = useTranslation()
  const scopeText = useKeyScope()
  const changing = usePermission('apiKeys.changeApiKey')
  const rotating = usePermission('apiKeys.rotateApiKey')
  const revoking = usePermission('apiKeys.revokeApiKey')
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
    return [
      {
        id: 'name',
        header: t('settings.key.name'),
        sortField: 'name',
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
      { id: 'limits', header: t('settings.key.reads'), hideBelow: 'md', width: '34%', cell: (key) => scopeText(key) },
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
        sortField: 'expiresAt',
        hideBelow: 'lg',
        width: 130,
        cell: ({ expiresAt }) => (expiresAt ? day.format(Date.parse(expiresAt)) : t('settings.key.never')),
      },
      {
        id: 'used',
        header: t('settings.key.used'),
        sortField: 'lastUsedAt',
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
                  label: t('settings.key.change'),
                  permission: changing,
                  run: () => startAction({ kind: 'change', key }),
                },
                {
                  label: t('settings.key.rotate'),
                  permission: rotating,
                  run: () => startAction({ kind: 'rotate', key }),
                },
                {
                  label: t('settings.key.revoke'),
                  permission: revoking,
                  isDestructive: true,
                  run: () => startAction({ kind: 'revoke', key }),
                },
              ]}
            />
          ),
      },
    ]
  }, [t, i18n.language, scopeText, changing, rotating, revoking, startAction])
}
