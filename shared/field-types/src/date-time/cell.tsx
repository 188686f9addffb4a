import { Typography } from '@mui/material'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

export function DateTimeCell({ value, languageCode }: CellProps) {
  const text = asText(value)
  const moment = new Date(text)
  const format = new Intl.DateTimeFormat(languageCode, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Typography component="time" variant="inherit" dateTime={text} title={text}>
      {Number.isNaN(moment.getTime()) ? text : format.format(moment)}
    </Typography>
  )
}
