import { Box, Typography } from '@mui/material'
import { aroundChanges, wordChanges } from '@pim/content-kit/fields'
import type { Field, FieldType } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { FieldCell, useTextLanguage } from '@pim/field-types/react'
import { visuallyHidden } from '@pim/ui'
import { useTranslation } from 'react-i18next'

interface ValueChangeProps {
  field: Field
  /** Left out where nothing is live: then there is only what it becomes. */
  before?: unknown
  after: unknown
}

const textTypes: ReadonlySet<FieldType> = new Set([
  'text',
  'longText',
  'richText',
  'slug',
  'url',
  'email',
  'identifier',
])

/** Value before and after. Texts mark the changed words; other values are drawn side by side. */
export function ValueChange({ field, before, after }: ValueChangeProps) {
  const { i18n } = useTranslation()
  const texts = changedTexts({ field, before, after }, i18n.language)
  if (texts) return <MarkedWords {...texts} />
  return <BeforeAndAfter field={field} before={before} after={after} />
}

/** The two texts of a field whose words differ; undefined where one is empty, or where words do not show the difference. */
export function changedTexts(
  { field, before, after }: ValueChangeProps,
  language: string,
): { before: string; after: string } | undefined {
  const behaviour = behaviourOf(field)
  if (!textTypes.has(field.type) || behaviour.isEmpty(before ?? null) || behaviour.isEmpty(after ?? null))
    return undefined
  const [was = '', is = ''] = [before, after].map((value) => behaviour.plainText(value, language))
  // Two texts of the same words differ in their formatting.
  return was === is ? undefined : { before: was, after: is }
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
      {aroundChanges(wordChanges(before, after)).map(({ kind, text }, index) => {
        // Runs have no identity of their own: they are drawn anew with each pair of texts.
        const key = `${index}-${kind}`
        if (kind === 'same') return <span key={key}>{text}</span>
        const isAdded = kind === 'added'
        return (
          <Box
            key={key}
            component={isAdded ? 'ins' : 'del'}
            sx={{
              bgcolor: isAdded ? 'success.light' : 'error.light',
              color: 'text.primary',
              borderRadius: 0.5,
              textDecoration: isAdded ? 'none' : 'line-through',
            }}
          >
            <Box component="span" sx={visuallyHidden}>
              {t(isAdded ? 'content.plan.added' : 'content.plan.removed')}
            </Box>
            {text}
          </Box>
        )
      })}
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
    ['content.plan.before', before],
    ['content.plan.after', after],
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
