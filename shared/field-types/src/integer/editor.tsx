import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, useTyped } from '../frame/use-typed.ts'

/** What is no whole number stays as it was typed, and the rule says what is wrong with it. */
const parse = (text: string): unknown => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^[+-]?\d{1,16}$/.test(trimmed) ? Number(trimmed) : text
}

export function IntegerEditor(props: EditorProps) {
  const [text, type] = useTyped(props.value, props.onChange, { parse, format: asText })
  return (
    <LineInput
      control={props}
      text={text}
      onType={type}
      input={{ inputMode: 'numeric', autoComplete: 'off' }}
      sx={{ fontVariantNumeric: 'tabular-nums', maxWidth: 320 }}
    />
  )
}
