import { MenuItem, TextField } from '@mui/material'
import type { ContentType } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'

interface ContentTypeFieldProps {
  types: readonly ContentType[]
  /** A technical name. */
  value: string
  onChange: (technicalName: string) => void
  helperText?: string
}

/** The choice of one content type. */
export function ContentTypeField({ types, value, onChange, helperText }: ContentTypeFieldProps) {
  const { t, i18n } = useTranslation()
  return (
    <TextField
      select
      label={t('kit.contentType.label')}
      helperText={helperText}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      fullWidth
    >
      {types.map(({ technicalName, friendlyName }) => (
        <MenuItem key={technicalName} value={technicalName}>
          {inLanguage(friendlyName, i18n.language, technicalName)}
        </MenuItem>
      ))}
    </TextField>
  )
}
