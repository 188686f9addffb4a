import { Typography } from '@mui/material'
import { isCalendarDate } from '../core/calendar.ts'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

/** A day is the same day everywhere: it is read as UTC and written as UTC, or it would be the day before in the west. */
export function DateCell({ value, languageCode }: CellProps) {
  const text = asText(value)
  const format = new Intl.DateTimeFormat(languageCode, { dateStyle: 'medium', timeZone: 'UTC' })
  const shown = isCalendarDate(text) ? format.format(new Date(`${text}T00:00:00Z`)) : text
  return (
    <Typography component="time" variant="inherit" dateTime={text}>
      {shown}
    </Typography>
  )
}
