import { Chip, Stack, Typography } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import { useTranslation } from 'react-i18next'

const maxShown = 2

/** The channels that a row names, in a line: the first of them, and how many more. */
export function ChannelChips({ targets }: { targets: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const { channelName } = useChannels()
  if (targets.length === 0)
    return (
      <Typography variant="inherit" component="span" color="textSecondary">
        {t('content.channels.every')}
      </Typography>
    )
  const labels = targets.map(channelName)
  const rest = labels.slice(maxShown)
  return (
    <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', minWidth: 0 }}>
      {labels.slice(0, maxShown).map((label) => (
        <Chip key={label} label={label} size="small" variant="outlined" sx={{ minWidth: 0 }} />
      ))}
      {rest.length > 0 && (
        <Typography
          variant="caption"
          component="span"
          title={rest.join(', ')}
          aria-label={new Intl.ListFormat(i18n.language, { type: 'unit' }).format(rest)}
          role="img"
        >
          {t('content.channels.more', { count: rest.length })}
        </Typography>
      )}
    </Stack>
  )
}
