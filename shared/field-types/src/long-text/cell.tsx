import { Typography } from '@mui/material'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

export function LongTextCell({ value }: CellProps) {
  return (
    <Typography component="span" variant="inherit" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {asText(value)}
    </Typography>
  )
}
