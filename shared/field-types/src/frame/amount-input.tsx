import { OutlinedInput } from '@mui/material'
import type { ReactNode } from 'react'
import type { ControlProps } from './field-view.ts'
import { asText, orNull } from './use-typed.ts'

interface AmountInputProps {
  readonly control: ControlProps
  readonly id?: string
  readonly label: string
  readonly amount: unknown
  /** Said after the number: a currency, a unit. */
  readonly end?: ReactNode
  readonly autoFocus?: boolean
  onChange(amount: string | null): void
}

/** A number that keeps what is typed, as one part of a larger input. */
export function AmountInput({ control, id, label, amount, end, autoFocus = false, onChange }: AmountInputProps) {
  return (
    <OutlinedInput
      {...(id === undefined ? {} : { id })}
      size="small"
      autoFocus={autoFocus}
      value={asText(amount)}
      onChange={(event) => onChange(orNull(event.target.value))}
      error={control.isInvalid}
      readOnly={control.isReadOnly}
      endAdornment={end}
      slotProps={{
        input: {
          'aria-label': label,
          'aria-describedby': control.describedBy,
          inputMode: 'decimal',
          autoComplete: 'off',
        },
      }}
      sx={{ width: 200, fontVariantNumeric: 'tabular-nums', '& input': { textAlign: 'end' } }}
    />
  )
}

/** A part of a value that may be anything. */
export const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
