import { Typography } from '@mui/material'
import { partOf } from '../frame/amount-input.tsx'
import type { CellProps } from '../frame/field-view.ts'
import { readable } from '../frame/number-cell.tsx'
import { asText } from '../frame/use-typed.ts'
import { unitSymbol } from './units.ts'

export function MeasurementCell({ value, languageCode }: CellProps) {
  return (
    <Typography component="span" variant="inherit" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {`${readable(partOf(value, 'amount'), languageCode)}\u00a0${unitSymbol(asText(partOf(value, 'unit')))}`}
    </Typography>
  )
}
