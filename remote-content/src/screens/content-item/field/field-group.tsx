import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { FieldGroup } from '../field-groups.ts'
import { shortWindow } from '../short-window.ts'

/** The fields of a group below its heading. */
export function FieldGroupSection({ group: { id, label }, children }: { group: FieldGroup; children: ReactNode }) {
  return (
    <Box component="section" data-group={id} aria-labelledby={`group-${id}`} sx={{ mb: 4 }}>
      <Typography id={`group-${id}`} variant="h2" sx={{ mb: 2 }}>
        {label}
      </Typography>
      <Stack sx={{ gap: 3, [shortWindow]: { gap: 1.5 } }}>{children}</Stack>
    </Box>
  )
}
