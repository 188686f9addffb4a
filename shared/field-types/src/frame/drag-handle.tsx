import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import { Box } from '@mui/material'
import type { RefObject } from 'react'

/** Where a pointer takes an entry by; keys move it with Alt and an arrow, so it is nothing to be read aloud. */
export const DragHandle = ({ ref }: { ref: RefObject<HTMLElement | null> }) => (
  <Box ref={ref} component="span" aria-hidden sx={{ display: 'inline-flex', cursor: 'grab', color: 'text.secondary' }}>
    <DragIndicatorIcon fontSize="small" />
  </Box>
)
