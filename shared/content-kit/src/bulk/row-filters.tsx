import { Stack, ToggleButton } from '@mui/material'
import type { BulkChange, RowFilter } from '@pim/contract'
import { useTranslation } from 'react-i18next'

export const bulkRowFilters = [
  'changed',
  'created',
  'deleted',
  'problem',
  'unchanged',
  'leftOut',
  'kept',
  'changedSince',
  'gone',
  'noted',
  'done',
  'outdated',
  'failed',
] as const satisfies readonly RowFilter[]
type ShownFilter = (typeof bulkRowFilters)[number]

interface RowFiltersProps {
  bulkChange: Pick<BulkChange, 'counts' | 'source'>
  filter: RowFilter | undefined
  onChange: (filter: RowFilter | undefined) => void
}

/** How many rows there are of each outcome; each count is also the filter for them. */
export function RowFilters({ bulkChange: { counts, source }, filter, onChange }: RowFiltersProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  // How many rows keep what somebody has changed is not counted by the server.
  const isShown = (each: ShownFilter) =>
    (each === 'kept' ? source === 'undo' : (counts[each] ?? 0) > 0) || each === filter
  const choices = [undefined, ...bulkRowFilters.filter(isShown)]
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t('kit.bulk.filter.label')}
      useFlexGap
      sx={{ flexWrap: 'wrap', gap: 1 }}
    >
      {choices.map((each) => {
        const count = each === 'kept' ? undefined : counts[each ?? 'rows']
        return (
          <ToggleButton
            key={each ?? 'all'}
            value={each ?? 'all'}
            size="small"
            selected={filter === each}
            onChange={() => onChange(each)}
            sx={{ gap: 1, textTransform: 'none', color: 'text.primary' }}
          >
            {t(`kit.bulk.filter.${each ?? 'all'}`)}
            {count !== undefined && (
              <strong style={{ fontVariantNumeric: 'tabular-nums' }}>{number.format(count)}</strong>
            )}
          </ToggleButton>
        )
      })}
    </Stack>
  )
}
