import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface StateProps {
  title: string
  /** What this place is for, or what happened and what to do next. */
  description?: ReactNode
  /** A button for the first step. */
  action?: ReactNode
  icon?: ReactNode
}

/** Shown where a list has no rows at all, or none that match the filters. */
export function EmptyState({ title, description, action, icon }: StateProps) {
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, px: 3, py: 8, mx: 'auto', maxWidth: 460 }}>
      {icon && (
        <Box
          aria-hidden
          sx={{ color: 'text.disabled', fontSize: 40, lineHeight: 0, mb: 1, '& svg': { fontSize: 'inherit' } }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h2">{title}</Typography>
      {description && <Typography color="textSecondary">{description}</Typography>}
      {action && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Stack>
  )
}
