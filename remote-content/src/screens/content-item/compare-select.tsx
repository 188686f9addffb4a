import { Divider, FormControl, InputLabel, MenuItem, Select } from '@mui/material'
import { variationCode } from '@pim/content-kit'
import type { Variation } from '@pim/contract'
import { useTranslation } from 'react-i18next'

/** What is live of this variation, as something to compare with. */
export const liveVersion = 'live'

interface CompareSelectProps {
  variations: readonly Variation[]
  hasLive: boolean
  /** A variation, what is live, or nothing. */
  value: string
  onChange: (value: string) => void
}

/** Another variation, or what is live of this one, to be read beside it. */
export function CompareSelect({ variations, hasLive, value, onChange }: CompareSelectProps) {
  const { t } = useTranslation()
  if (variations.length === 0 && !hasLive) return null
  return (
    <FormControl size="small" sx={{ minWidth: 160, mt: 1, mb: 0.5 }}>
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
        {hasLive && <MenuItem value={liveVersion}>{t('content.compare.live')}</MenuItem>}
        {hasLive && variations.length > 0 && <Divider />}
        {variations.map((each) => (
          <MenuItem key={each.variationId} value={each.variationId}>
            {variationCode(each)}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  )
}
