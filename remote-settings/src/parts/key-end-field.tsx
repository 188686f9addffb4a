import { TextField } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { dayOf } from './key-state.ts'

interface KeyEndFieldProps {
  /** `2026-11-05`; empty for a key that never ends. */
  day: string
  onChange: (day: string) => void
}

/** The last day of a key. */
export function KeyEndField({ day, onChange }: KeyEndFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      type="date"
      label={t('settings.key.end')}
      helperText={t('settings.key.endHelp')}
      value={day}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: dayOf(new Date().toISOString()) } }}
    />
  )
}
