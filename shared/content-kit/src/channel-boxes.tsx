import { Checkbox, FormControlLabel, FormGroup, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels } from './channels.ts'

interface ChannelBoxesProps {
  /** Technical names of those that are offered. */
  names: readonly string[]
  /** Those of them that are ticked. */
  chosen: readonly string[]
  /** Told in the order of `names`. */
  onChange: (chosen: readonly string[]) => void
  isRow?: boolean
}

/** Channels of which any may be ticked. */
export function ChannelBoxes({ names, chosen, onChange, isRow = false }: ChannelBoxesProps) {
  const { t } = useTranslation()
  const { channelName } = useChannels()
  const groupId = useId()
  return (
    <>
      <Typography id={groupId} variant="caption" color="textSecondary" component="div">
        {t('kit.channels.label')}
      </Typography>
      <FormGroup row={isRow} role="group" aria-labelledby={groupId}>
        {names.map((name) => (
          <FormControlLabel
            key={name}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(name)}
                onChange={(_, isOn) => onChange(names.filter((each) => (each === name ? isOn : chosen.includes(each))))}
              />
            }
            label={channelName(name)}
          />
        ))}
      </FormGroup>
    </>
  )
}
