import type { EditorProps } from '../frame/field-view.ts'
import { OptionInput, OptionsInput } from '../frame/option-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'
import type { SelectSettings } from './model.ts'

export function SelectEditor(props: EditorProps<SelectSettings>) {
  return (
    <OptionInput
      control={props}
      options={props.settings.options}
      languageCode={props.languageCode}
      chosen={orNull(asText(props.value))}
      onChoose={props.onChange}
    />
  )
}

/** Any of several options, as filters ask for them. */
export function SelectOperands(props: EditorProps<SelectSettings>) {
  const { value } = props
  return (
    <OptionsInput
      control={props}
      options={props.settings.options}
      languageCode={props.languageCode}
      chosen={Array.isArray(value) ? value.map(asText) : []}
      onChoose={props.onChange}
    />
  )
}
