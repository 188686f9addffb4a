import { Box, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { FieldCell, useTextLanguage } from '@pim/field-types/react'
import { useTranslation } from 'react-i18next'
import { aroundChanges, changedTexts, MarkedRuns, wordChanges } from '../fields/index.ts'

interface ValueChangeProps {
  field: Field
  /** Left out where nothing is live: then there is only what it becomes. */
  before?: unknown
  after: unknown
}

/** Value before and after. Texts mark the changed words; other values are drawn side by side. */
export function ValueChange({ field, before, after }: ValueChangeProps) {
  const { i18n } = useTranslation()
  const texts = changedTexts({ field, before, after }, i18n.language)
  if (texts) return <MarkedWords {...texts} />
  return <BeforeAndAfter field={field} before={before} after={after} />
}

/** One text that shows both: what was taken out is struck through, what was put in is marked. */
export function MarkedWords({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation()
  const language = useTextLanguage()
  return (
    <Typography
      variant="body2"
      component="div"
      {...language}
      sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...scrolled }}
    >
      <MarkedRuns
        runs={aroundChanges(wordChanges(before, after))}
        added={t('kit.plan.added')}
        removed={t('kit.plan.removed')}
      />
    </Typography>
  )
}

const scrolled = { maxHeight: 200, overflow: 'auto' } as const

function BeforeAndAfter({ field, before, after }: ValueChangeProps) {
  const { t, i18n } = useTranslation()
  const drawn = (value: unknown) => <FieldCell field={field} value={value ?? null} languageCode={i18n.language} />
  if (before === undefined)
    return (
      <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere', ...scrolled }}>
        {drawn(after)}
      </Typography>
    )
  const sides = [
    ['kit.plan.before', before],
    ['kit.plan.after', after],
  ] as const
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 1, m: 0 }}>
      {sides.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {t(label)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', ...scrolled }}>
            {drawn(value)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
