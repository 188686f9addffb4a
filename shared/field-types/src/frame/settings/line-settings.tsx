import { Box, FormHelperText, MenuItem, TextField } from '@mui/material'
import type { LocalizedText } from '@pim/contract'
import { Toggle } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { asText, useTyped } from '../use-typed.ts'
import { LocalizedInput } from './localized-input.tsx'
import { type SettingChoice, useSetting, useSettingsScope } from './settings-scope.tsx'

interface NamedProps {
  readonly name: string
  readonly words?: string
}

interface NumberSettingProps extends NamedProps {
  /** `decimal` keeps every digit; `whole` is an integer. */
  readonly of?: 'whole' | 'decimal'
}

/** What cannot be read stays as it was typed, so that the room can say what is wrong with it. */
const readWhole = (text: string): unknown => (/^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : text || null)
/** A number where it has the same digits as one, else its text: `0.10` stays `0.10`. */
const readDecimal = (text: string): unknown =>
  text !== '' && String(Number(text)) === text ? Number(text) : text || null

export function NumberSetting({ name, words, of = 'whole' }: NumberSettingProps) {
  const { t, i18n } = useTranslation()
  const { label, help, value, fallback, isReadOnly, error, set } = useSetting(name, words)
  const [text, type] = useTyped(value ?? null, (next) => set(next ?? undefined), {
    parse: of === 'whole' ? readWhole : readDecimal,
    format: asText,
  })
  const otherwise =
    typeof fallback === 'number'
      ? new Intl.NumberFormat(i18n.language).format(fallback)
      : t('fieldTypes.setting.noLimit')
  return (
    <TextField
      data-setting={name}
      label={label}
      value={text}
      onChange={(event) => type(event.target.value)}
      placeholder={otherwise}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{
        htmlInput: { inputMode: of === 'whole' ? 'numeric' : 'decimal', readOnly: isReadOnly, dir: 'ltr' },
        inputLabel: { shrink: true },
      }}
    />
  )
}

interface TextSettingProps extends NamedProps {
  readonly example: string
  readonly isCode?: boolean
}

export function TextSetting({ name, words, example, isCode = false }: TextSettingProps) {
  const { label, help, value, isReadOnly, error, set } = useSetting(name, words)
  return (
    <TextField
      data-setting={name}
      label={label}
      value={asText(value)}
      onChange={(event) => set(event.target.value || undefined)}
      placeholder={example}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{
        htmlInput: { readOnly: isReadOnly, spellCheck: !isCode, ...(isCode ? { dir: 'ltr' } : {}) },
        input: isCode ? { sx: { fontFamily: 'monospace', fontVariantLigatures: 'none' } } : {},
        inputLabel: { shrink: true },
      }}
    />
  )
}

interface TimeSettingProps extends NamedProps {
  readonly type: 'date' | 'datetime-local'
  readonly parse: (text: string) => unknown
  readonly format: (value: unknown) => string
}

export function TimeSetting({ name, words, type, parse, format }: TimeSettingProps) {
  const { label, help, value, isReadOnly, error, set } = useSetting(name, words)
  const [text, typeText] = useTyped(value ?? null, (next) => set(next ?? undefined), { parse, format })
  return (
    <TextField
      data-setting={name}
      type={type}
      label={label}
      value={text}
      onChange={(event) => typeText(event.target.value)}
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{
        htmlInput: { readOnly: isReadOnly, max: type === 'date' ? '9999-12-31' : '9999-12-31T23:59:59' },
        inputLabel: { shrink: true },
      }}
    />
  )
}

export function FlagSetting({ name, words }: NamedProps) {
  const { label, help, value, fallback, isReadOnly, set } = useSetting(name, words)
  return (
    <Box data-setting={name}>
      <Toggle
        label={label}
        checked={(value ?? fallback) === true}
        disabled={isReadOnly}
        onChange={(isOn) => set(isOn === fallback ? undefined : isOn)}
      />
      {help && <FormHelperText sx={{ mx: 0, mt: 0 }}>{help}</FormHelperText>}
    </Box>
  )
}

interface ChoiceSettingProps extends NamedProps {
  readonly choices: readonly SettingChoice[]
  /** What is said where nothing is chosen; left out: the type's default is always one of the choices. */
  readonly none?: string
  readonly onChoose?: (value: string | undefined) => void
}

/** A value that is no choice any more stays on view until another one is chosen. */
export function ChoiceSetting({ name, words, choices, none, onChoose }: ChoiceSettingProps) {
  const { label, help, value, fallback, isReadOnly, error, set } = useSetting(name, words)
  const chosen = asText(value ?? fallback)
  const known = choices.some((each) => each.value === chosen) || chosen === ''
  const choose = onChoose ?? set
  return (
    <TextField
      data-setting={name}
      select
      label={label}
      value={chosen}
      disabled={isReadOnly}
      onChange={(event) =>
        choose(event.target.value === '' || event.target.value === fallback ? undefined : event.target.value)
      }
      error={error !== undefined}
      helperText={error ?? help}
      slotProps={{ select: { displayEmpty: none !== undefined }, inputLabel: { shrink: true } }}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {[...(known ? [] : [{ value: chosen, label: chosen }]), ...choices].map((each) => (
        <MenuItem key={each.value} value={each.value}>
          {each.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

const isLocalized = (value: unknown): value is LocalizedText =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

/** A text in the languages of the tenant; without any text, the setting is not set. */
export function LabelSetting({ name, words }: NamedProps) {
  const { world } = useSettingsScope()
  const { label, help, value, isReadOnly, error, set } = useSetting(name, words)
  return (
    <Box data-setting={name}>
      <LocalizedInput
        label={label}
        value={isLocalized(value) ? value : undefined}
        onChange={(next) => set(Object.values(next).some((text) => text !== '') ? next : undefined)}
        languages={world.languages}
        isReadOnly={isReadOnly}
      />
      {(error ?? help) && (
        <FormHelperText error={error !== undefined} sx={{ mx: 0 }}>
          {error ?? help}
        </FormHelperText>
      )}
    </Box>
  )
}
