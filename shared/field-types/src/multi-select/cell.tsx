import { Chip, Stack } from '@mui/material'
import { optionColor, optionLabelIn } from '../core/option.ts'
import type { CellProps } from '../frame/field-view.ts'
import { LabelText } from '../frame/label-text.tsx'
import { OptionDot } from '../frame/option-dot.tsx'
import type { MultiSelectSettings } from './model.ts'

export function MultiSelectCell({ settings, value, languageCode }: CellProps<MultiSelectSettings>) {
  const codes = Array.isArray(value) ? value.map(String) : []
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {codes.map((code) => (
        <Chip
          key={code}
          size="small"
          icon={<OptionDot color={optionColor(settings.options, code)} />}
          label={<LabelText label={optionLabelIn(settings.options, code, languageCode)} />}
        />
      ))}
    </Stack>
  )
}
