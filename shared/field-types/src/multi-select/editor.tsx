import type { EditorProps } from '../frame/field-view.ts'
import { OptionsInput } from '../frame/option-input.tsx'
import type { MultiSelectSettings } from './model.ts'

export function MultiSelectEditor(props: EditorProps<MultiSelectSettings>) {
  const { settings, value, onChange } = props
  const chosen = Array.isArray(value) ? value.filter((code) => typeof code === 'string') : []
  return (
    <OptionsInput
      control={props}
      options={settings.options}
      languageCode={props.languageCode}
      chosen={chosen}
      onChoose={(codes) => onChange(codes.length === 0 ? null : codes)}
    />
  )
}
