import { Box } from '@mui/material'
import type { SearchMatch, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { MarkedStretches } from '@pim/ui'
import { useTranslation } from 'react-i18next'

/** What the field is called that a row was found by, in the language of the person. */
export const matchLabel = (
  { technicalFieldName, friendlyName }: SearchMatch,
  t: (key: 'kit.match.itemName') => string,
  languageCode: string,
): string =>
  technicalFieldName === undefined
    ? t('kit.match.itemName')
    : inLanguage(friendlyName, languageCode, technicalFieldName)

interface MatchLineProps {
  readonly match: SearchMatch
  readonly variations: readonly Variation[] | undefined
}

/** One line that says what a row was found by, where its name does not have what was typed. As wide as what it stands in. */
export function MatchLine({ match, variations }: MatchLineProps) {
  const { t, i18n } = useTranslation()
  const label = matchLabel(match, t, i18n.language)
  const source = variations?.find(({ variationId }) => variationId === match.variationId)
  return (
    <Box
      component="span"
      title={`${label}: ${match.text}`}
      sx={{
        display: 'block',
        // `width: 0` keeps a long text from widening the column; `minWidth` then fills it.
        width: 0,
        minWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      <bdi>{label}</bdi>:{' '}
      <bdi {...languageAttributes(source?.languageCode)}>
        <MarkedStretches text={match.text} marks={match.marks} />
      </bdi>
    </Box>
  )
}
