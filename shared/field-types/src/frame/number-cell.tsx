import { Typography } from '@mui/material'
import type { CellProps } from './field-view.ts'
import { asText } from './use-typed.ts'

/** Grouped for reading, with every digit that is there. */
const grouped = (number: string, languageCode: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? []
  if (whole === '') return number
  const parts = new Intl.NumberFormat(languageCode).formatToParts(-11111.5)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, part('group'))
  return `${sign === '' ? '' : part('minusSign')}${groups}${fraction === '' ? '' : part('decimal') + fraction}`
}

export const readable = (number: unknown, languageCode: string): string => grouped(asText(number), languageCode)

export function NumberCell({ value, languageCode }: CellProps) {
  return (
    <Typography component="span" variant="inherit" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {readable(value, languageCode)}
    </Typography>
  )
}
