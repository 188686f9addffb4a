import { OutlinedInput, type OutlinedInputProps } from '@mui/material'
import type { ControlProps, EditorProps } from './field-view.ts'
import { asText, orNull } from './use-typed.ts'
import { useTextLanguage } from './value-language.tsx'

interface LineInputProps extends Omit<OutlinedInputProps, 'onChange' | 'id' | 'value' | 'type'> {
  readonly control: ControlProps
  readonly text: string
  onType(text: string): void
  readonly type?: 'text' | 'date' | 'datetime-local' | 'email' | 'url'
  readonly input?: Record<string, unknown>
}

/**
 * An input wired to the frame around it. It is written from left to right, as codes, numbers and addresses are in every
 * language; `input` says where that is different.
 */
export function LineInput({ control, text, onType, input = {}, ...rest }: LineInputProps) {
  return (
    <OutlinedInput
      id={control.id}
      fullWidth
      size="small"
      value={text}
      onChange={(event) => onType(event.target.value)}
      error={control.isInvalid}
      readOnly={control.isReadOnly}
      slotProps={{
        input: { dir: 'ltr', 'aria-describedby': control.describedBy, 'aria-label': control.label, ...input },
      }}
      {...rest}
    />
  )
}

/** One line of text, as it is typed, in the language of the value. */
export function LineEditor(props: EditorProps) {
  const language = useTextLanguage()
  return (
    <LineInput
      control={props}
      text={asText(props.value)}
      onType={(text) => props.onChange(orNull(text))}
      input={{ ...language }}
    />
  )
}
