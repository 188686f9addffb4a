import { Box } from '@mui/material'
import type { HTMLAttributes } from 'react'

interface HintedOptionProps extends HTMLAttributes<HTMLLIElement> {
  label: string
  /** Below the label. */
  hint?: string | undefined
}

/** An option of a chooser with a line that tells it from others of its name. */
export function HintedOption({ label, hint, ...props }: HintedOptionProps) {
  return (
    <li {...props}>
      <Box sx={{ minWidth: 0 }}>
        {label}
        {hint && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
            {hint}
          </Box>
        )}
      </Box>
    </li>
  )
}
