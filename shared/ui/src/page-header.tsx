import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export function PageHeader({ title }: { title: string; count?: number; actions?: ReactNode }) {
  return (
    <Box>
      <Typography variant="h1">{title}</Typography>
    </Box>
  )
}
