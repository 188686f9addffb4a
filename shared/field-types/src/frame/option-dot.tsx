import { Box } from '@mui/material'
import { isOptionColor } from '../core/option.ts'

/** The colour of an option beside its label, which says the same in words; nothing for an option without one. */
export const OptionDot = ({ color }: { color: string | undefined }) =>
  color !== undefined && isOptionColor(color) ? (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        width: 12,
        height: 12,
        flex: 'none',
        mx: 0.75,
        borderRadius: '50%',
        border: 1,
        borderColor: 'divider',
        bgcolor: color,
      }}
    />
  ) : null
