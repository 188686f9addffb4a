import { Typography } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../frame/field-view.ts'
import type { BooleanSettings } from './model.ts'

export function BooleanCell({ settings, value, languageCode }: CellProps<BooleanSettings>) {
  const { t } = useTranslation()
  const label = value === true ? settings.trueLabel : settings.falseLabel
  return (
    <Typography component="span" variant="inherit">
      {inLanguage(label ?? {}, languageCode, t(value === true ? 'fieldTypes.boolean.yes' : 'fieldTypes.boolean.no'))}
    </Typography>
  )
}
