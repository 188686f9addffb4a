import { Box } from '@mui/material'
import type { CellProps } from '../frame/field-view.ts'

export function JsonCell({ value }: CellProps) {
  return (
    <Box
      component="pre"
      sx={{
        m: 0,
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  )
}
