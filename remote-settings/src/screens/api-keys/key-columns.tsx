import { Box, Typography } from '@mui/material'
import type { ApiKey } from '@pim/contract'
import { localised, usePermission } from '@pim/shell'
import { type Column, RelativeTime, StateDot } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../parts/row-menu.tsx'
import { useTypeNames } from './api-keys.api.ts'
import type { Asked } from './api-keys.tsx'
import { stateLooks, stateOf } from './key-state.ts'

export function useKeyColumns(ask: (asked: Asked) => void): readonly Column<ApiKey>[] {
  const { t, i18n } = useTranslation()
  const limits = useLimits()
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
      { id: 'limits', header: t('settings.key.reads'), hideBelow: 'md', width: '34%', cell: (key) => limits(key) },
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
        header: '',
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
                  run: () => ask({ what: 'change', key }),
                },
                { label: t('settings.key.rotate'), permission: rotating, run: () => ask({ what: 'rotate', key }) },
                {
                  label: t('settings.key.revoke'),
                  permission: revoking,
                  isDestructive: true,
                  run: () => ask({ what: 'revoke', key }),
                },
              ]}
            />
          ),
      },
    ]
  }, [t, i18n.language, limits, changing, rotating, revoking, ask])
}

/** What a key reads, in a sentence: "Product and Article, for web". */
export function useLimits() {
  const { t, i18n } = useTranslation()
  const { data: types } = useTypeNames()
  return useMemo(() => {
    const list = new Intl.ListFormat(i18n.language)
    const titleOf = (technicalName: string) =>
      localised(types?.find((type) => type.technicalName === technicalName)?.friendlyName, i18n.language, technicalName)
    return ({ contentTypeTechnicalNames, deliveryTargets }: ApiKey): string => {
      const what = contentTypeTechnicalNames.length
        ? list.format(contentTypeTechnicalNames.map(titleOf))
        : t('settings.key.everyType')
      return deliveryTargets.length
        ? t('settings.key.limits', { what, targets: list.format(deliveryTargets) })
        : t('settings.key.noTargetLimit', { what })
    }
  }, [t, i18n.language, types])
}
