import { Box } from '@mui/material'
import { optionColor, optionLabelIn } from '../core/option.ts'
import type { CellProps } from '../frame/field-view.ts'
import { LabelText } from '../frame/label-text.tsx'
import { OptionDot } from '../frame/option-dot.tsx'
import type { SelectSettings } from './model.ts'

export function SelectCell({ settings, value, languageCode }: CellProps<SelectSettings>) {
  const code = String(value)
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', minWidth: 0, overflowWrap: 'anywhere' }}>
      <OptionDot color={optionColor(settings.options, code)} />
      <LabelText label={optionLabelIn(settings.options, code, languageCode)} />
    </Box>
  )
}
