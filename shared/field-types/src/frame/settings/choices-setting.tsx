import { Autocomplete, TextField } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useSame } from '../use-same.ts'
import { asText } from '../use-typed.ts'
import { type SettingChoice, useSetting } from './settings-scope.tsx'

interface ChoicesSettingProps {
  readonly name: string
  readonly words?: string
  readonly choices: readonly SettingChoice[]
  /** Whether something may be typed that is no choice, and how it is written then. */
  readonly example?: string
}

/** Several of a list, in the order in which they were chosen; nothing chosen allows everything. */
export function ChoicesSetting({ name, words, choices, example }: ChoicesSettingProps) {
  const { t } = useTranslation()
  const { label, help, value, isReadOnly, error, set } = useSetting(name, words)
  const chosen = useSame(Array.isArray(value) ? value.map(asText) : [])
  const labels = new Map(choices.map((each) => [each.value, each.label]))
  const values = choices.map((each) => each.value)
  return (
    <Autocomplete
      data-setting={name}
      multiple
      freeSolo={example !== undefined}
      autoSelect={example !== undefined}
      autoHighlight={example === undefined}
      disableCloseOnSelect={example === undefined}
      readOnly={isReadOnly}
      options={[...chosen.filter((each) => !labels.has(each)), ...values]}
      value={chosen}
      onChange={(_, next) => set(next.length === 0 ? undefined : next.map((each) => each.trim()))}
      getOptionLabel={(each) => labels.get(each) ?? each}
      noOptionsText={t('fieldTypes.choose.none')}
      openText={t('fieldTypes.choose.open')}
      closeText={t('fieldTypes.choose.close')}
      clearText={t('fieldTypes.choose.clearAll')}
      size="small"
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          label={label}
          placeholder={chosen.length === 0 ? (example ?? t('fieldTypes.setting.all')) : ''}
          error={error !== undefined}
          helperText={error ?? help}
          slotProps={{ ...slotProps, inputLabel: { ...slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}
