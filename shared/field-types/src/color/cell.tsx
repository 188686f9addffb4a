import { Box } from '@mui/material'
import { checkerboard } from '@pim/ui'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

/** Nothing but a colour ever reaches a style. */
const isHex = (color: string): boolean => /^#[0-9a-f]{6,8}$/i.test(color)

export function ColorCell({ value }: CellProps) {
  const color = asText(value)
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 16,
          height: 16,
          borderRadius: 0.5,
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
          ...checkerboard,
        }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: '100%' }}
          style={isHex(color) ? { backgroundColor: color } : {}}
        />
      </Box>
      {color}
    </Box>
  )
}
