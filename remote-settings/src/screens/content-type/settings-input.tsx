import { TextField } from '@mui/material'
import type { Field } from '@pim/contract'
import { checkField } from '@pim/field-types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface SettingsInputProps {
  field: Field
  isReadOnly: boolean
  onChange: (settings: Field['settings']) => void
}

type Settings = NonNullable<Field['settings']>
const written = (settings: Field['settings']): string => (settings ? JSON.stringify(settings, null, 2) : '')

/**
 * What is particular to a field type, as its room reads it. Every type has settings of its own, so they are written as
 * they are sent, and the room says what is wrong with them.
 */
export function SettingsInput({ field, isReadOnly, onChange }: SettingsInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(written(field.settings))
  const [isReadable, setReadable] = useState(true)
  const issues = isReadable ? checkField(field).filter(({ path }) => path.startsWith('.settings')) : []
  const type = (text: string) => {
    setTyped(text)
    const read = readSettings(text)
    setReadable(read !== 'unreadable')
    if (read !== 'unreadable') onChange(read)
  }
  return (
    <TextField
      label={t('settings.field.settings')}
      value={typed}
      onChange={(event) => type(event.target.value)}
      multiline
      minRows={2}
      maxRows={14}
      error={!isReadable || issues.length > 0}
      helperText={
        isReadable
          ? issues
              .map(({ path, message }) => `${path.replace('.settings', '').replace(/^\./, '')} ${message}`)
              .join('; ') || t('settings.field.settingsHelp')
          : t('settings.field.settingsUnreadable')
      }
      slotProps={{
        htmlInput: { readOnly: isReadOnly, spellCheck: false },
        input: { sx: { fontFamily: 'monospace', fontSize: 12 } },
        inputLabel: { shrink: true },
      }}
    />
  )
}

/** Nothing typed is no settings; anything but an object in JSON is no settings yet. */
function readSettings(text: string): Settings | undefined | 'unreadable' {
  if (!text.trim()) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
