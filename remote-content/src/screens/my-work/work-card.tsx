import { Box, Paper, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

interface WorkCardProps {
  readonly title: string
  /** Beside the title: how much there is, and the way to all of it. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

export function WorkCard({ title, after, children }: WorkCardProps) {
  const id = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {after}
      </Box>
      {children}
    </Paper>
  )
}
