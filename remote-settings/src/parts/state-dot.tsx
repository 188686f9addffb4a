import { Box } from '@mui/material'

export interface StateLook {
  color: 'success.main' | 'primary.main' | 'warning.main' | 'error.main' | 'text.secondary'
  fill: 'full' | 'half' | 'ring'
}

const fills = {
  full: 'currentColor',
  half: 'linear-gradient(90deg, currentColor 50%, transparent 50%)',
  ring: 'transparent',
}

/** A dot and a word; the shape says the same to those who see no colour. */
export function StateDot({ look: { color, fill }, label }: { look: StateLook; label: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          flex: 'none',
          width: 9,
          height: 9,
          borderRadius: '50%',
          color,
          border: '1.5px solid currentColor',
          background: fills[fill],
        }}
      />
      {label}
    </Box>
  )
}
