import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'

/** Text all the way: no digit is lost to a binary number. */
export function DecimalEditor(props: EditorProps) {
  return (
    <LineInput
      control={props}
      text={asText(props.value)}
      onType={(text) => props.onChange(orNull(text))}
      input={{ inputMode: 'decimal', autoComplete: 'off' }}
      sx={{ fontVariantNumeric: 'tabular-nums', maxWidth: 320 }}
    />
  )
}
