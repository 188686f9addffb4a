import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'
import type { DateSettings } from './model.ts'

export function DateEditor(props: EditorProps<DateSettings>) {
  const { min, max } = props.settings
  return (
    <LineInput
      control={props}
      type="date"
      text={asText(props.value)}
      onType={(text) => props.onChange(orNull(text))}
      input={{ min, max: max ?? '9999-12-31' }}
      sx={{ maxWidth: 220 }}
    />
  )
}
