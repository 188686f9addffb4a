import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'
import type { BooleanSettings } from './model.ts'

/** Yes, no, or not said: a switch could not tell the last two apart. Pressing the answer again takes it back. */
export function BooleanEditor(props: EditorProps<BooleanSettings>) {
  const { t } = useTranslation()
  const { id, labelId, label, describedBy, settings, value, onChange, isReadOnly, languageCode } = props
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={value ?? null}
      onChange={(_, chosen: unknown) => onChange(typeof chosen === 'boolean' ? chosen : null)}
      disabled={isReadOnly}
      {...(label === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
      aria-describedby={describedBy}
    >
      <ToggleButton id={id} value={true} sx={{ px: 2, height: 37 }}>
        {inLanguage(settings.trueLabel ?? {}, languageCode, t('fieldTypes.boolean.yes'))}
      </ToggleButton>
      <ToggleButton value={false} sx={{ px: 2, height: 37 }}>
        {inLanguage(settings.falseLabel ?? {}, languageCode, t('fieldTypes.boolean.no'))}
      </ToggleButton>
    </ToggleButtonGroup>
  )
}
