import { Typography } from '@mui/material'
import { behaviourOf } from '../field-behaviour.ts'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

export function DateCell({ field, value, languageCode }: CellProps) {
  const text = asText(value)
  return (
    <Typography component="time" variant="inherit" dateTime={text}>
      {behaviourOf(field).plainText(value, languageCode)}
    </Typography>
  )
}
