import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'
import { identifierKinds } from './kinds.ts'
import type { IdentifierSettings } from './model.ts'

/** Codes are not words: no spelling help, and digits keep their width. */
export function IdentifierEditor(props: EditorProps<IdentifierSettings>) {
  const { settings, onChange } = props
  const isNumber = identifierKinds[settings.kind].lengths !== null && settings.kind !== 'isbn'
  return (
    <LineInput
      control={props}
      text={asText(props.value)}
      onType={(text) => onChange(orNull(text))}
      input={{ spellCheck: false, autoCapitalize: 'off', inputMode: isNumber ? 'numeric' : 'text' }}
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    />
  )
}
