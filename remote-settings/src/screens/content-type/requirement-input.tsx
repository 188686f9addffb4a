import { Checkbox, ListItemText, MenuItem, Stack, TextField } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { Field } from '@pim/contract'
import { useTranslation } from 'react-i18next'

interface RequirementInputProps {
  required: Field['required']
  isReadOnly: boolean
  onChange: (required: Field['required']) => void
}

const kinds = ['never', 'onPublish', 'onChannels'] as const

/** On which channels content needs a value of the field: on none, on all, or on some of them. */
export function RequirementInput({ required, isReadOnly, onChange }: RequirementInputProps) {
  const { t, i18n } = useTranslation()
  const { channels: known, channelName } = useChannels()
  const chosen = Array.isArray(required) ? required : []
  const kind = Array.isArray(required) ? 'onChannels' : (required ?? 'never')
  // One that the tenant has no longer stays on view until it is taken away.
  const channels = [...new Set([...known.map(({ technicalName }) => technicalName), ...chosen])]
  const choose = (next: string) => {
    if (next === 'onChannels') onChange(channels.slice(0, 1))
    else onChange(next === 'onPublish' ? 'onPublish' : undefined)
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        select
        label={t('settings.field.required')}
        value={kind}
        disabled={isReadOnly}
        onChange={(event) => choose(event.target.value)}
      >
        {kinds
          .filter((each) => each !== 'onChannels' || channels.length > 1 || chosen.length > 0)
          .map((each) => (
            <MenuItem key={each} value={each}>
              {t(`settings.field.isRequiredOn.${each}`)}
            </MenuItem>
          ))}
      </TextField>
      {kind === 'onChannels' && (
        <TextField
          select
          label={t('settings.field.requiredChannels')}
          value={chosen}
          disabled={isReadOnly}
          helperText={t('settings.field.requiredChannelsHelp')}
          // The last one stays: a field that no channel requires is never required, which the choice above says.
          onChange={({ target: { value } }) => Array.isArray(value) && value.length > 0 && onChange(value)}
          slotProps={{
            select: {
              multiple: true,
              renderValue: () => new Intl.ListFormat(i18n.language, { type: 'unit' }).format(chosen.map(channelName)),
            },
          }}
        >
          {channels.map((channel) => (
            <MenuItem key={channel} value={channel} dense>
              <Checkbox checked={chosen.includes(channel)} size="small" tabIndex={-1} disableRipple />
              <ListItemText primary={channelName(channel)} />
            </MenuItem>
          ))}
        </TextField>
      )}
    </Stack>
  )
}
