import { Box } from '@mui/material'
import type { ReactNode } from 'react'

interface FiltersOrBarProps {
  filters: ReactNode
  /** Actions for the selected rows. */
  bar: ReactNode
  hasBar: boolean
}

/** The bar lies over the filters, which keep their place: what is below does not move when a row is ticked. */
export function FiltersOrBar({ filters, bar, hasBar }: FiltersOrBarProps) {
  return (
    <Box sx={{ position: 'relative', flex: 'none' }}>
      <Box aria-hidden={hasBar || undefined} sx={hasBar ? { visibility: 'hidden' } : {}}>
        {filters}
      </Box>
      {hasBar && (
        <Box
          sx={{
            position: 'absolute',
            insetInline: 0,
            top: -4,
            minHeight: 48,
            // Above the header of the table, where the bar has two lines.
            zIndex: 3,
            borderRadius: 1,
            bgcolor: 'background.default',
          }}
        >
          {bar}
        </Box>
      )}
    </Box>
  )
}
