import { Box, Typography } from '@mui/material'
import { variationCode } from '@pim/content-kit'
import { ValueChange } from '@pim/content-kit/plan'
import type { ChangedSource, Field, Variation } from '@pim/contract'
import { ValueLanguage } from '@pim/field-types/react'
import { useTranslation } from 'react-i18next'

interface SourceChangeProps {
  field: Field
  change: ChangedSource
  variations: readonly Variation[]
  /** The text is older than its source; false once somebody has written it anew, or says that it is right. */
  isOutdated: boolean
}

/** Word by word, how the source differs from the text that this one was translated from. */
export function SourceChange({ field, change, variations, isOutdated }: SourceChangeProps) {
  const { t } = useTranslation()
  const source = variations.find(({ variationId }) => variationId === change.variationId)
  const hasBefore = change.before !== undefined
  const words = isOutdated ? (hasBefore ? 'changedIn' : 'changedInUnknown') : 'upToDateWith'
  return (
    <Box
      role="note"
      sx={{
        mt: 0.5,
        pl: 1.5,
        borderLeft: 3,
        borderColor: isOutdated ? 'warning.main' : 'success.main',
      }}
    >
      <Typography variant="caption" component="div" color="textSecondary">
        {t(`content.translation.${words}`, { variation: source ? variationCode(source) : '' })}
      </Typography>
      <ValueLanguage tag={source?.languageCode}>
        <ValueChange field={field} {...(hasBefore && { before: change.before })} after={change.after} />
      </ValueLanguage>
    </Box>
  )
}
