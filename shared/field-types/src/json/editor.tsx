import { FormHelperText, OutlinedInput } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'

type Reading = { readonly value: unknown } | null

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

/** While what stands here is no JSON there is nothing that could be handed on; it says so and keeps the text. */
export function JsonEditor({ id, value, onChange, describedBy, isInvalid, isReadOnly }: EditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<{ text: string; of: string }>()
  const current = written(value)
  const text = draft?.of === current ? draft.text : current
  const isUnreadable = read(text) === null
  const type = (typed: string): void => {
    const reading = read(typed)
    setDraft({ text: typed, of: reading === null ? current : written(reading.value) })
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
