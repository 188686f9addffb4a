import {
  Alert,
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
} from '@mui/material'
import { useChannels, variationCode } from '@pim/content-kit'
import type { Channel, Variation } from '@pim/contract'
import { externalIdOf, isDeliveryTarget, maxDeliveryTargetLength } from '@pim/contract/core/names.ts'
import { useFeedback, useUnsavedWork } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalisedInput } from '../../parts/localised-input.tsx'
import { useRefusal } from '../../parts/refusal.ts'
import { useSaveChannels } from './use-save-channels.ts'

interface ChannelDialogProps {
  /** Left out: a new one. */
  channel?: Channel
  variations: readonly Variation[]
  onClose: () => void
}

/** "Web shop" as `web-shop`; empty where nothing of it can be used. */
const technicalNameOf = (words: string): string =>
  externalIdOf(words)
    .replace(/^[^a-z]+/, '')
    .slice(0, maxDeliveryTargetLength)

/**
 * Makes a channel or changes one. What is not saved yet is there again when it is opened again, unless it was
 * given up by its button.
 */
export function ChannelDialog({ channel, variations, onClose }: ChannelDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const { channels, channelName } = useChannels()
  const title = channel
    ? t('settings.channel.changeTitle', { name: channelName(channel.technicalName) })
    : t('settings.channel.new')
  const unsaved = useUnsavedWork<Channel>(`channel/${channel?.technicalName ?? ''}`, title)
  const [draft, setDraft] = useState<Channel>(
    unsaved.found ?? channel ?? { technicalName: '', friendlyName: {}, variationIds: [] },
  )
  const { save, error, isSaving } = useSaveChannels()
  const suggested = technicalNameOf(Object.values(draft.friendlyName)[0] ?? '')
  const technicalName = channel?.technicalName ?? (draft.technicalName || suggested)
  const isTaken = channel === undefined && channels.some((each) => each.technicalName === technicalName)
  const isRight = isDeliveryTarget(technicalName) && !isTaken
  const change = (part: Partial<Channel>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    unsaved.keep(next)
  }
  const close = () => {
    unsaved.discard()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRight || isSaving) return
    const written = Object.entries(draft.friendlyName).filter(([, text]) => text.trim() !== '')
    const wanted = { ...draft, technicalName, friendlyName: Object.fromEntries(written) }
    const others = (each: Channel) => (each.technicalName === technicalName ? wanted : each)
    save(channel === undefined ? [...channels, wanted] : channels.map(others), () => {
      feedback.success(t(channel === undefined ? 'settings.channel.created' : 'settings.channel.changed'))
      close()
    })
  }
  return (
    <Dialog open onClose={isSaving ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <LocalisedInput
              autoFocus
              label={t('settings.channel.name')}
              value={draft.friendlyName}
              onChange={(friendlyName) => change({ friendlyName })}
            />
            {channel === undefined && (
              <TextField
                required
                label={t('settings.channel.technicalName')}
                value={technicalName}
                onChange={(event) => change({ technicalName: event.target.value.trim() })}
                error={technicalName !== '' && !isRight}
                helperText={t(isTaken ? 'settings.channel.taken' : 'settings.channel.technicalNameHelp')}
                slotProps={{ htmlInput: { maxLength: maxDeliveryTargetLength, spellCheck: false } }}
              />
            )}
            <Autocomplete
              multiple
              disableCloseOnSelect
              openText={t('fieldTypes.choose.open')}
              closeText={t('fieldTypes.choose.close')}
              clearText={t('fieldTypes.choose.clearAll')}
              noOptionsText={t('fieldTypes.choose.none')}
              size="small"
              options={variations.map(({ variationId }) => variationId)}
              getOptionLabel={(id) => {
                const found = variations.find(({ variationId }) => variationId === id)
                return found ? `${variationCode(found)} · ${found.friendlyName}` : id
              }}
              value={draft.variationIds}
              onChange={(_, variationIds) => change({ variationIds })}
              renderInput={(input) => (
                <TextField
                  {...input}
                  label={t('settings.page.variations')}
                  placeholder={draft.variationIds.length === 0 ? t('settings.channel.everyVariation') : ''}
                  helperText={t('settings.channel.variationsHelp')}
                />
              )}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={isSaving}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            loading={isSaving}
            permission={{
              may: isRight,
              reason: isRight
                ? undefined
                : t(technicalName === '' ? 'kit.needsName' : 'settings.type.technicalNameWrong'),
            }}
          >
            {t(channel === undefined ? 'settings.channel.create' : 'settings.save')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
