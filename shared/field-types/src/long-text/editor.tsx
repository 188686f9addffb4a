import { OutlinedInput } from '@mui/material'
import type { EditorProps } from '../frame/field-view.ts'
import { asText, orNull } from '../frame/use-typed.ts'
import { useTextLanguage } from '../frame/value-language.tsx'

/** Grows with its text, by the style sheet: measuring it by script on every key press is what makes long texts slow. */
const growing = {
  '& textarea': {
    fieldSizing: 'content',
    minHeight: '4.5lh',
    maxHeight: '24lh',
    resize: 'vertical',
    boxSizing: 'border-box',
    lineHeight: 1.5,
  },
}

export function LongTextEditor({ id, value, onChange, describedBy, isInvalid, isReadOnly }: EditorProps) {
  const language = useTextLanguage()
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      inputComponent="textarea"
      value={asText(value)}
      onChange={(event) => onChange(orNull(event.target.value))}
      error={isInvalid}
      readOnly={isReadOnly}
      slotProps={{ input: { 'aria-describedby': describedBy, ...language } }}
      sx={{ p: 0, '& .MuiOutlinedInput-input': { height: 'auto' }, ...growing }}
    />
  )
}
