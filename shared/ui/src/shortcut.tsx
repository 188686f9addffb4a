import { Box } from '@mui/material'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The modifier key for commands on this platform. */
export const commandKey = isApple ? '⌘' : 'Ctrl'

/** Draws a keyboard shortcut: `<Shortcut keys={[commandKey, 'K']} />`. */
export function Shortcut({ keys }: { keys: readonly string[] }) {
  return (
    <Box component="span" aria-hidden dir="ltr" sx={{ display: 'inline-flex', gap: 0.25, verticalAlign: 'middle' }}>
      {keys.map((key) => (
        <Box
          component="kbd"
          key={key}
          sx={{
            fontFamily: 'inherit',
            fontSize: 12,
            lineHeight: '18px',
            minWidth: 18,
            px: 0.5,
            textAlign: 'center',
            color: 'text.secondary',
            border: 1,
            borderColor: 'divider',
            borderRadius: 0.5,
          }}
        >
          {key}
        </Box>
      ))}
    </Box>
  )
}
