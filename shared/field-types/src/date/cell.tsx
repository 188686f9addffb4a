import { Typography } from '@mui/material'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

/** A day is the same day everywhere: it is read as UTC and written as UTC, or it would be the day before in the west. */
export function DateCell({ value, languageCode }: CellProps) {
  const text = asText(value)
  const day = new Date(`${text}T00:00:00Z`)
  const shown = Number.isNaN(day.getTime())
    ? text
    : new Intl.DateTimeFormat(languageCode, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
  return (
    <Typography component="time" variant="inherit" dateTime={text}>
      {shown}
    </Typography>
  )
}
