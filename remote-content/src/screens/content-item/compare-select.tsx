import { FormControl, InputLabel, MenuItem, Select } from '@mui/material'
import type { Variation } from '@pim/contract'
import { variationCode } from '@pim/shell'
import { useTranslation } from 'react-i18next'

interface CompareSelectProps {
  variations: readonly Variation[]
  value: string
  onChange: (variationId: string) => void
}

/** Another variation to be read beside this one. */
export function CompareSelect({ variations, value, onChange }: CompareSelectProps) {
  const { t } = useTranslation()
  if (variations.length === 0) return null
  return (
    <FormControl size="small" sx={{ minWidth: 160 }}>
      <InputLabel id="compare-label" shrink>
        {t('content.item.compare')}
      </InputLabel>
      <Select
        labelId="compare-label"
        label={t('content.item.compare')}
        notched
        displayEmpty
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <MenuItem value="">{t('content.item.compareNone')}</MenuItem>
        {variations.map((each) => (
          <MenuItem key={each.variationId} value={each.variationId}>
            {variationCode(each)}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  )
}
