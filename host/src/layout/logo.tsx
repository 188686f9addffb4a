import { Box } from '@mui/material'

/** A grid of nine tiles, one of them in the product's colour. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 26 26"
      aria-hidden
      sx={{ width: size, height: size, flex: 'none', display: 'block' }}
    >
      <Box
        component="path"
        d="M3 0h6v6H0V3a3 3 0 0 1 3-3Zm7 0h6v6h-6V0ZM0 10h6v6H0v-6Zm0 10h6v6H3a3 3 0 0 1-3-3v-3Zm10 0h6v6h-6v-6Zm10 0h6v3a3 3 0 0 1-3 3h-3v-6Zm0-10h6v6h-6v-6Z"
        sx={{ fill: 'var(--mui-palette-primary-main)', opacity: 0.32 }}
      />
      <Box
        component="path"
        d="M10 10h6v6h-6zM20 0h3a3 3 0 0 1 3 3v3h-6z"
        sx={{ fill: 'var(--mui-palette-primary-main)' }}
      />
    </Box>
  )
}
