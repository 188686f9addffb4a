import CheckIcon from '@mui/icons-material/Check'
import { Alert, Box, Chip, Stack } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import { channelsWith } from '@pim/field-types'
import type { ItemPanelGiven } from '@pim/shell/slots'
import { useTranslation } from 'react-i18next'
import { targetsIn } from '../editing/draft-fields.ts'
import { targetsEntry } from '../editing/edit.ts'
import { FieldConflict } from '../field/field-conflict.tsx'

/**
 * The channels that the variation is to go to, as chips that are switched on and off. None named means every one, also
 * one that the tenant gets later. Edited and saved with the fields; what is live goes where it went until the next publish.
 */
export function ChannelsPanel({ channels: given, variationId, isReadOnly }: ItemPanelGiven) {
  const { t } = useTranslation()
  const { channels, channelName, channelNames } = useChannels()
  const { chosen, choose, isRefused, conflict, settle } = given
  const here = channelsWith(channels, variationId).map(({ technicalName }) => technicalName)
  // Named ones that do not have the variation, or exist no more, are shown so that they can be taken out.
  const offered = [...here, ...chosen.filter((name) => !here.includes(name))]
  if (offered.length < 2 && chosen.length === 0) return null
  const named = (names: unknown) => {
    const targets = targetsIn(names)
    return targets.length === 0 ? t('content.channels.every') : channelNames(targets)
  }
  return (
    <Box data-field={targetsEntry}>
      <Stack
        direction="row"
        useFlexGap
        role="group"
        aria-label={t('content.channels.label')}
        sx={{ flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}
      >
        <ChannelChip
          label={t('content.channels.every')}
          isOn={chosen.length === 0}
          isReadOnly={isReadOnly}
          onClick={() => choose([])}
        />
        {offered.map((technicalName) => {
          const isOn = chosen.includes(technicalName)
          return (
            <ChannelChip
              key={technicalName}
              label={channelName(technicalName)}
              isOn={isOn}
              isReadOnly={isReadOnly}
              onClick={() =>
                choose(isOn ? chosen.filter((each) => each !== technicalName) : [...chosen, technicalName])
              }
            />
          )
        })}
      </Stack>
      {isRefused && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {t('content.channels.refused')}
        </Alert>
      )}
      {conflict && <FieldConflict conflict={conflict} onSettle={settle} show={named} isNarrow={true} />}
    </Box>
  )
}

interface ChannelChipProps {
  label: string
  isOn: boolean
  isReadOnly: boolean
  onClick: () => void
}

const ChannelChip = ({ label, isOn, isReadOnly, onClick }: ChannelChipProps) => (
  <Chip
    component="button"
    type="button"
    size="small"
    label={label}
    aria-pressed={isOn}
    disabled={isReadOnly}
    color={isOn ? 'primary' : 'default'}
    variant={isOn ? 'filled' : 'outlined'}
    {...(isOn && { icon: <CheckIcon /> })}
    onClick={onClick}
    sx={{ maxWidth: '100%', minHeight: 24 }}
  />
)
