import type { ApiKey } from '@pim/contract'
import { usePermission } from '@pim/shell'
import type { Column } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyColumns } from '../../parts/key-columns.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { KeyAction } from './key-action.ts'
import { useKeyScope } from './key-scope.ts'

export function useApiKeyColumns(startAction: (action: KeyAction) => void): readonly Column<ApiKey>[] {
  const { t } = useTranslation()
  const shared = useKeyColumns<ApiKey>()
  const scopeText = useKeyScope()
  const changing = usePermission('apiKeys.changeApiKey')
  const rotating = usePermission('apiKeys.rotateApiKey')
  const revoking = usePermission('apiKeys.revokeApiKey')
  return useMemo(() => {
    const { name, state, expires, used } = shared
    return [
      { ...name, sortField: 'name' },
      { id: 'limits', header: t('settings.key.reads'), hideBelow: 'md', width: '34%', cell: (key) => scopeText(key) },
      state,
      { ...expires, sortField: 'expiresAt' },
      { ...used, sortField: 'lastUsedAt' },
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
  }, [t, shared, scopeText, changing, rotating, revoking, startAction])
}
