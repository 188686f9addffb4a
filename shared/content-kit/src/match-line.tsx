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

const endsEarly = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const excerpt = {
  ...endsEarly,
  minWidth: 0,
  display: { xs: '-webkit-box', sm: 'block' },
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: { xs: 2, sm: 'none' },
  overflowWrap: 'anywhere',
} as const

interface MatchLineProps {
  readonly match: SearchMatch
  readonly variations: readonly Variation[] | undefined
}

/**
 * Says what a row was found by, where its name does not have what was typed. As wide as what it stands in: one line, and on
 * narrow screens a line for the field and two for the excerpt, whose mark would have no room beside it.
 */
export function MatchLine({ match, variations }: MatchLineProps) {
  const { t, i18n } = useTranslation()
  const label = matchLabel(match, t, i18n.language)
  const source = variations?.find(({ variationId }) => variationId === match.variationId)
  return (
    <Box
      component="span"
      title={`${label}: ${match.text}`}
      sx={{
        display: { xs: 'block', sm: 'flex' },
        gap: 0.5,
        // `width: 0` keeps a long text from widening the column; `minWidth` then fills it.
        width: 0,
        minWidth: '100%',
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ ...endsEarly, flex: 'none', maxWidth: { sm: '50%' } }}>
        <bdi>{label}</bdi>:
      </Box>
      {/* A block of its own direction, so that a text from right to left, too, is cut where it ends. */}
      <Box component="bdi" {...languageAttributes(source?.languageCode)} sx={{ ...excerpt, textAlign: 'match-parent' }}>
        <MarkedStretches text={match.text} marks={match.marks} />
      </Box>
    </Box>
  )
}
