import { FormHelperText } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, useTyped } from '../frame/use-typed.ts'
import { fromLocal, toLocal } from './local-time.ts'
import type { DateTimeSettings } from './model.ts'

/** Kept in UTC, typed in the clock of where one is; which that is, is said beside it. */
export function DateTimeEditor(props: EditorProps<DateTimeSettings>) {
  const { t } = useTranslation()
  const { min, max } = props.settings
  const [text, type] = useTyped(props.value, props.onChange, {
    parse: fromLocal,
    format: (value) => toLocal(asText(value)),
  })
  return (
    <>
      <LineInput
        control={props}
        type="datetime-local"
        text={text}
        onType={type}
        input={{ step: 1, min: min && toLocal(min), max: max === undefined ? '9999-12-31T23:59:59' : toLocal(max) }}
        sx={{ maxWidth: 280 }}
      />
      <FormHelperText error={false} sx={{ mx: 0 }}>
        {t('fieldTypes.dateTime.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </FormHelperText>
    </>
  )
}
