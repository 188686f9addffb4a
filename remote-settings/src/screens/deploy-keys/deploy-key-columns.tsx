import type { DeployKey } from '@pim/contract'
import type { Column } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useKeyColumns } from '../../parts/key-columns.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'

export function useDeployKeyColumns(revoke: (key: DeployKey) => void): readonly Column<DeployKey>[] {
  const { t, i18n } = useTranslation()
  const { name, state, expires, used } = useKeyColumns<DeployKey>()
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' })
  return [
    name,
    { id: 'section', header: t('settings.deployKey.section'), width: '16%', cell: ({ section }) => section },
    {
      id: 'rights',
      header: t('settings.deployKey.rights'),
      hideBelow: 'md',
      width: '26%',
      cell: ({ rights }) => list.format(rights.map((right) => t(`settings.deployKey.short.${right}`))),
    },
    state,
    expires,
    used,
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
