import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'

/** Not `type="email"`: the browser would trim and judge for itself, before and differently from the rule. */
export function EmailEditor(props: EditorProps) {
  return (
    <LineInput
      control={props}
      text={asText(props.value)}
      onType={(text) => props.onChange(orNull(text))}
      input={{ inputMode: 'email', spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' }}
    />
  )
}
