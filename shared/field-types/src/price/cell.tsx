import { Typography } from '@mui/material'
import { partOf } from '../frame/amount-input.tsx'
import type { CellProps } from '../frame/field-view.ts'
import { readable } from '../frame/number-cell.tsx'
import { asText } from '../frame/use-typed.ts'

/** Code and number, not a symbol: `$` is the dollar of twenty countries. */
export function PriceCell({ value, languageCode }: CellProps) {
  const amounts = (Array.isArray(value) ? value : []).map(
    (entry) => `${readable(partOf(entry, 'amount'), languageCode)}\u00a0${asText(partOf(entry, 'currency'))}`,
  )
  return (
    <Typography component="span" variant="inherit" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {amounts.join(' · ')}
    </Typography>
  )
}
