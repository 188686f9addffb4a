import { Box } from '@mui/material'

export function Footer({ text }: { text: string }) {
  return (
    <Box
      component="footer"
      sx={{
        display: { xs: 'none', md: 'block' },
        flex: 'none',
        px: 3,
        py: 1,
        fontSize: 12,
        color: 'text.secondary',
        '@media print': { display: 'none' },
      }}
    >
      {text}
    </Box>
  )
}
