import { FormControl, FormHelperText, MenuItem, TextField } from '@mui/material'
import type { SectionSetting } from '@pim/contract'
import { type SettingValue, usualSettingText } from '@pim/contract/core/section-settings.ts'
import { Toggle } from '@pim/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeclaredText } from './declared-text.ts'
import type { DraftField } from './use-setting-draft.ts'

interface SettingFieldProps {
  setting: SectionSetting
  field: DraftField
  /** How a value stands in a field. */
  shown: (value: SettingValue) => boolean | string
  /** What the server says of it, in words. */
  refusal: string | undefined
  disabled: boolean
}

/** The field of a setting, made from what its section declares. */
export function SettingField({ setting: { setting, declared }, field, shown, refusal, disabled }: SettingFieldProps) {
  const { t } = useTranslation()
  const helpId = useId()
  const textOf = useDeclaredText()
  const label = textOf(declared.titleKey) ?? setting
  const problem =
    field.problem && String(t(wordsFor(field.problem.code, field.problem.params), { ...field.problem.params }))
  const wrong = problem ?? refusal
  const byDefault = defaultText()
  const help = [textOf(declared.helpKey), byDefault && t('kit.settings.default', { value: byDefault })]
  const helperText = wrong ?? (help.filter(Boolean).join(' ') || undefined)

  function defaultText(): string | undefined {
    if (declared.kind === 'boolean') return t(declared.default ? 'kit.settings.on' : 'kit.settings.off')
    if (declared.kind !== 'choice') return String(shown(declared.default)) || undefined
    return optionText(declared.default)
  }
  function optionText(value: string): string {
    const options = declared.kind === 'choice' ? declared.options : []
    return textOf(options.find((option) => option.value === value)?.titleKey) ?? value
  }

  if (declared.kind === 'boolean')
    return (
      <FormControl error={wrong !== undefined} disabled={disabled}>
        <Toggle
          label={label}
          checked={field.typed === true}
          onChange={field.change}
          describedBy={helpId}
          disabled={disabled}
        />
        {helperText && (
          <FormHelperText id={helpId} sx={{ mt: 0 }}>
            {helperText}
          </FormHelperText>
        )}
      </FormControl>
    )
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={field.typed}
      disabled={disabled}
      error={wrong !== undefined}
      helperText={helperText}
      onChange={({ target }) => field.change(target.value)}
      {...(declared.kind === 'choice'
        ? { select: true }
        : {
            slotProps: {
              htmlInput:
                declared.kind === 'number'
                  ? { inputMode: declared.isWhole ? 'numeric' : 'decimal' }
                  : { maxLength: declared.maxLength ?? usualSettingText },
            },
          })}
    >
      {declared.kind === 'choice' &&
        declared.options.map(({ value }) => (
          <MenuItem key={value} value={value}>
            {optionText(value)}
          </MenuItem>
        ))}
    </TextField>
  )
}

/** The keys of what the shell says for a code, the one that names the bound first. */
const wordsFor = (code: string, params: Readonly<Record<string, number>> = {}): string[] => [
  ...Object.keys(params).map((name) => `shell.fieldError.${code}.${name}`),
  `shell.fieldError.${code}`,
]
