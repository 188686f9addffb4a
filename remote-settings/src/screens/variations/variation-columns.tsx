import { Box, Chip, Typography } from '@mui/material'
import { variationCode } from '@pim/content-kit'
import type { Variation } from '@pim/contract'
import { usePermission } from '@pim/shell'
import type { Column } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { VariationRow } from './fallback-order.ts'
import type { VariationAction } from './variation-action.ts'

const indentPx = 20

export function useVariationColumns(startAction: (action: VariationAction) => void): readonly Column<VariationRow>[] {
  const { t } = useTranslation()
  const changing = usePermission('tenants.changeVariation')
  const removing = usePermission('tenants.deleteVariation')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('settings.variation.name'),
        cell: ({ variation, chain }) => (
          <Box
            sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.75, pl: `${(chain.length - 1) * indentPx}px` }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {variation.friendlyName}
              </Typography>
              <Typography variant="caption" color="textSecondary" component="div">
                {variationCode(variation)}
              </Typography>
            </Box>
            {variation.isDefault && <Chip size="small" label={t('settings.variation.default')} />}
          </Box>
        ),
      },
      {
        id: 'chain',
        header: t('settings.variation.chain'),
        hideBelow: 'sm',
        width: '45%',
        cell: ({ chain }) => <Chain chain={chain} />,
      },
      {
        id: 'actions',
        header: t('settings.list.actionsOf'),
        isHeaderVisuallyHidden: true,
        width: 52,
        align: 'right',
        cell: ({ variation }) => (
          <RowMenu
            label={t('settings.list.actions', { name: variation.friendlyName })}
            actions={[
              {
                label: t('settings.variation.change'),
                permission: changing,
                run: () => startAction({ kind: 'change', variation }),
              },
              ...(variation.isDefault
                ? []
                : [
                    {
                      label: t('settings.variation.makeDefault'),
                      permission: changing,
                      run: () => startAction({ kind: 'makeDefault', variation }),
                    },
                    {
                      label: t('settings.variation.remove'),
                      permission: removing,
                      isDestructive: true,
                      run: () => startAction({ kind: 'remove', variation }),
                    },
                  ]),
            ]}
          />
        ),
      },
    ],
    [t, changing, removing, startAction],
  )
}

/** The chain of fallbacks, `en-US ← de-DE ← de-AT`: a variation without a value of its own takes it from the one before. */
function Chain({ chain }: { chain: readonly Variation[] }) {
  const { t } = useTranslation()
  const codes = chain.map(variationCode)
  if (codes.length === 1) {
    return (
      <Typography variant="inherit" color="textSecondary" component="span">
        {t('settings.variation.noFallback')}
      </Typography>
    )
  }
  return (
    <Box component="span" sx={{ whiteSpace: 'normal' }}>
      <Typography variant="inherit" component="span" color="textSecondary">
        {`${codes.slice(0, -1).join(' ← ')} ← `}
      </Typography>
      {codes.at(-1)}
    </Box>
  )
}
