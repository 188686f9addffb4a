import AddIcon from '@mui/icons-material/Add'
import { Paper, Typography } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { Channel } from '@pim/contract'
import { useCommands, usePermission } from '@pim/shell'
import { DataTable, EmptyState, ErrorState, GuardedButton, PageHeader } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelAction } from './channel-action.ts'
import { useChannelColumns } from './channel-columns.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { useChannelUses, useVariationNames } from './channels.api.ts'
import { RemoveChannelDialog } from './remove-channel-dialog.tsx'

/** The channels that content goes to: what they are called, which variations they have, and what names them. */
export function Channels() {
  const { t } = useTranslation()
  const { channels, channelName } = useChannels()
  const { data: variations, isError, refetch } = useVariationNames()
  const permission = usePermission('tenants.changeTenant')
  const uses = useChannelUses(permission.may)
  const [isCreating, setCreating] = useState(false)
  const [action, setAction] = useState<ChannelAction>()
  const close = () => setAction(undefined)
  const columns = useChannelColumns({ variations, uses: uses.isError ? null : uses.data }, setAction)
  useCommands(
    permission.may ? [{ id: 'settings.channel', label: t('settings.channel.new'), run: () => setCreating(true) }] : [],
  )
  const newChannel = (
    <GuardedButton
      permission={permission}
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => setCreating(true)}
    >
      {t('settings.channel.new')}
    </GuardedButton>
  )
  return (
    <>
      <PageHeader title={t('settings.page.channels')} count={channels.length} actions={newChannel} />
      {isError && !variations ? (
        <ErrorState title={t('settings.channel.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720, flex: 'none' }}>
            {t('settings.channel.about')}
          </Typography>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<Channel>
              label={t('settings.page.channels')}
              columns={columns}
              rows={variations && channels}
              rowId={({ technicalName }) => technicalName}
              rowLabel={({ technicalName }) => channelName(technicalName)}
              expectedRows={3}
              empty={
                <EmptyState
                  title={t('settings.channel.empty')}
                  description={t('settings.channel.about')}
                  action={newChannel}
                />
              }
            />
          </Paper>
        </>
      )}
      {isCreating && variations && <ChannelDialog variations={variations} onClose={() => setCreating(false)} />}
      {action?.kind === 'change' && variations && (
        <ChannelDialog channel={action.channel} variations={variations} onClose={close} />
      )}
      {action?.kind === 'remove' && <RemoveChannelDialog channel={action.channel} uses={uses.data} onClose={close} />}
    </>
  )
}
