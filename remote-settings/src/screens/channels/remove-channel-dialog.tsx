import { Alert, Stack } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { Channel, ChannelUse } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRefusedRemoval } from '../../parts/refusal.ts'
import { useSaveChannels } from './use-save-channels.ts'
import { isUsed, useUseText } from './uses.ts'

interface RemoveChannelDialogProps {
  channel: Channel
  uses: readonly ChannelUse[] | undefined
  onClose: () => void
}

/** Says what goes, or what still names the channel: the server removes none that is named. */
export function RemoveChannelDialog({ channel, uses, onClose }: RemoveChannelDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusedRemoval()
  const useText = useUseText()
  const { channels, channelName } = useChannels()
  const { save, error, isSaving } = useSaveChannels()
  const { technicalName } = channel
  const name = channelName(technicalName)
  const refused = error?.problem?.channelUses ?? uses
  const use = refused?.find((each) => each.technicalName === technicalName)
  const isNeeded = use !== undefined && isUsed(use)
  const remove = () =>
    save(
      channels.filter((each) => each.technicalName !== technicalName),
      () => {
        feedback.success(t('settings.channel.removed', { name }))
        onClose()
      },
    )
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('settings.channel.removeTitle', { name })}
      confirmLabel={t(isNeeded ? 'settings.channel.removeAgain' : 'settings.channel.removeConfirm')}
      isBusy={isSaving}
      onConfirm={remove}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {error && !error.problem?.channelUses && <Alert severity="error">{refusal(error)}</Alert>}
        {isNeeded && use ? (
          <Alert severity="warning">{t('settings.channel.stillNamed', { name, uses: useText(use) })}</Alert>
        ) : (
          <span>{t('settings.channel.removeText')}</span>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
