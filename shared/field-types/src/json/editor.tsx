import { FormHelperText, OutlinedInput } from '@mui/material'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'

type Reading = { readonly value: unknown } | null

/** What was typed, which need not be how its value is written. */
interface Draft {
  readonly text: string
  /** What it says, or where that cannot be read, the value that it was typed over. */
  readonly value: unknown
  readonly isReadable: boolean
}

const read = (text: string): Reading => {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

/** The same value comes back from the server as another object. */
const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || written(a) === written(b)

/** While what stands here is no JSON there is nothing that could be handed on; it says so and keeps the text. */
export function JsonEditor({ id, value, onChange, describedBy, isInvalid, isReadOnly }: EditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>()
  // Reads and writes no more than it has to at a key press: of a long one that would be felt.
  const isOfDraft = useMemo(() => draft !== undefined && isSame(draft.value, value), [draft, value])
  const text = useMemo(() => (draft && isOfDraft ? draft.text : written(value)), [draft, isOfDraft, value])
  const isUnreadable = isOfDraft && draft?.isReadable === false
  const type = (typed: string): void => {
    const reading = read(typed)
    setDraft({ text: typed, value: reading === null ? value : reading.value, isReadable: reading !== null })
    if (reading !== null) onChange(reading.value)
  }
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        inputComponent="textarea"
        value={text}
        onChange={(event) => type(event.target.value)}
        error={isInvalid || isUnreadable}
        readOnly={isReadOnly}
        slotProps={{ input: { 'aria-describedby': describedBy, spellCheck: false } }}
        sx={{
          p: 0,
          '& textarea': {
            fieldSizing: 'content',
            height: 'auto',
            minHeight: '4.5lh',
            maxHeight: '24lh',
            boxSizing: 'border-box',
            fontFamily: 'ui-monospace, monospace',
            fontSize: 13,
            lineHeight: 1.5,
          },
        }}
      />
      {isUnreadable && (
        <FormHelperText error sx={{ mx: 0 }} role="status">
          {t('fieldTypes.json.unreadable')}
        </FormHelperText>
      )}
    </>
  )
}
