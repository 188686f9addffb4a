import { Typography } from '@mui/material'
import type { ConceptImportPlan, ConceptRowOutcome } from '@pim/contract'
import { useTranslation } from 'react-i18next'

/** In the order in which they are told. */
export const outcomes: readonly ConceptRowOutcome[] = ['problem', 'create', 'change', 'move', 'merged', 'nothing']

/** How many rows do what, in one sentence. */
export function RowCounts({ counts }: { counts: ConceptImportPlan['counts'] }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) =>
      t(`taxonomy.file.count.${outcome}`, { count: counts[outcome], amount: number.format(counts[outcome]) }),
    )
  return (
    <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {parts.length === 0 ? t('taxonomy.file.noRows') : new Intl.ListFormat(i18n.language).format(parts)}
    </Typography>
  )
}
