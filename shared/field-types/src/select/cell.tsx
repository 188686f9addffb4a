import { Box } from '@mui/material'
import { optionColor } from '../core/option.ts'
import { PlainCell } from '../frame/field-cell.tsx'
import type { CellProps } from '../frame/field-view.ts'
import { OptionDot } from '../frame/option-dot.tsx'
import type { SelectSettings } from './model.ts'

export function SelectCell(props: CellProps<SelectSettings>) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', minWidth: 0 }}>
      <OptionDot color={optionColor(props.settings.options, String(props.value))} />
      <PlainCell {...props} />
    </Box>
  )
}
