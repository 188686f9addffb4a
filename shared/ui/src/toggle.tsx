import { Box, type SxProps, type Theme, Typography } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'

interface ToggleProps extends Omit<ComponentProps<'label'>, 'onChange' | 'color'> {
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
  /** Beside it. */
  readonly label?: ReactNode
  /** In place of the label's words, or where there is none. */
  readonly name?: string | undefined
  /** The id of what explains it. */
  readonly describedBy?: string | undefined
  readonly disabled?: boolean | undefined
  readonly sx?: SxProps<Theme>
}

/** Switches something on or off at once. Who has to press a button afterwards gets a checkbox. */
export function Toggle({ checked, onChange, label, name, describedBy, disabled, sx = {}, ...rest }: ToggleProps) {
  return (
    <Box
      component="label"
      {...rest}
      sx={[
        { display: 'inline-flex', alignItems: 'center', gap: 1, minHeight: 32, width: 'fit-content' },
        { cursor: disabled ? 'default' : 'pointer' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Box
        component="input"
        type="checkbox"
        role="switch"
        aria-label={name}
        aria-describedby={describedBy}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        sx={track}
      />
      {label !== undefined && (
        <Typography component="span" variant="body2" color={disabled ? 'textDisabled' : undefined} sx={{ minWidth: 0 }}>
          {label}
        </Typography>
      )}
    </Box>
  )
}

const track: SxProps<Theme> = {
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  m: 0,
  width: 28,
  height: 16,
  borderRadius: 8,
  border: '1px solid',
  borderColor: 'text.secondary',
  bgcolor: 'transparent',
  cursor: 'inherit',
  printColorAdjust: 'exact',
  transition: 'background-color 120ms',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlockStart: 2,
    insetInlineStart: 2,
    width: 10,
    height: 10,
    borderRadius: '50%',
    bgcolor: 'text.secondary',
    transition: 'inset-inline-start 120ms',
  },
  '&:checked': { bgcolor: 'primary.main', borderColor: 'primary.main' },
  '&:checked::before': { insetInlineStart: 14, bgcolor: 'primary.contrastText' },
  '&:disabled': { opacity: 0.5 },
  // Windows' own colours of high contrast know no backgrounds.
  '@media (forced-colors: active)': {
    '&::before': { bgcolor: 'ButtonText' },
    '&:checked': { bgcolor: 'Highlight' },
    '&:checked::before': { bgcolor: 'HighlightText' },
  },
}
