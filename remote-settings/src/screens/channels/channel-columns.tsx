import { Skeleton, Typography } from '@mui/material'
import { useChannels, variationCode } from '@pim/content-kit'
import type { Channel, ChannelUse, Variation } from '@pim/contract'
import { usePermission } from '@pim/shell'
import type { Column } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { ChannelAction } from './channel-action.ts'
import { useUseText } from './uses.ts'

interface ShownWithChannels {
  readonly variations: readonly Variation[] | undefined
  /** Undefined while it is counted; null where it could not be. */
  readonly uses: readonly ChannelUse[] | undefined | null
}

export function useChannelColumns(
  { variations, uses }: ShownWithChannels,
  startAction: (action: ChannelAction) => void,
): readonly Column<Channel>[] {
  const { t, i18n } = useTranslation()
  const { channels, channelName } = useChannels()
  const useText = useUseText()
  const changing = usePermission('tenants.changeTenant')
  const isLast = channels.length === 1
  return useMemo(() => {
    const codeOf = (id: string) => {
      const variation = variations?.find(({ variationId }) => variationId === id)
      return variation ? variationCode(variation) : '…'
    }
    const used = (channel: Channel) => {
      if (uses === null) return '–'
      if (uses === undefined) return <Skeleton width={96} />
      const use = uses.find(({ technicalName }) => technicalName === channel.technicalName)
      return use ? useText(use) : '–'
    }
    return [
      {
        id: 'name',
        header: t('settings.channel.name'),
        cell: ({ technicalName }) => {
          const name = channelName(technicalName)
          return (
            <>
              <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {name}
              </Typography>
              {name !== technicalName && (
                <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
                  {technicalName}
                </Typography>
              )}
            </>
          )
        },
      },
      {
        id: 'variations',
        header: t('settings.page.variations'),
        hideBelow: 'sm',
        width: '30%',
        cell: ({ variationIds }) =>
          variationIds.length === 0 ? (
            <Typography variant="inherit" component="span" color="textSecondary">
              {t('settings.channel.everyVariation')}
            </Typography>
          ) : (
            <span style={{ whiteSpace: 'normal' }}>
              {new Intl.ListFormat(i18n.language, { type: 'unit' }).format(variationIds.map(codeOf))}
            </span>
          ),
      },
      ...(changing.may
        ? [
            {
              id: 'uses',
              header: t('settings.channel.usedBy'),
              hideBelow: 'md' as const,
              width: '28%',
              cell: used,
            },
          ]
        : []),
      {
        id: 'actions',
        header: t('settings.list.actionsOf'),
        isHeaderVisuallyHidden: true,
        width: 52,
        align: 'right',
        cell: (channel) => (
          <RowMenu
            label={t('settings.list.actions', { name: channelName(channel.technicalName) })}
            actions={[
              {
                label: t('settings.channel.change'),
                permission: changing,
                run: () => startAction({ kind: 'change', channel }),
              },
              {
                label: t('settings.channel.remove'),
                // One of them has to stay: content that names none goes to every channel.
                permission: isLast ? { may: false, reason: t('settings.channel.lastOne') } : changing,
                isDestructive: true,
                run: () => startAction({ kind: 'remove', channel }),
              },
            ]}
          />
        ),
      },
    ]
  }, [t, i18n.language, variations, uses, useText, changing, isLast, channelName, startAction])
}
