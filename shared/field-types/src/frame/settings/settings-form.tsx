import { Stack } from '@mui/material'
import type { Field } from '@pim/contract'
import { useMemo } from 'react'
import { checkField } from '../../field-behaviour.ts'
import { useFieldView } from '../field-views.tsx'
import { type RawSettings, SettingsProvider, type SettingsWorld } from './settings-scope.tsx'

export interface SettingsFormProps {
  readonly field: Field
  /** Undefined where nothing is set any more. */
  readonly onChange: (settings: Field['settings']) => void
  readonly world: SettingsWorld
  readonly isReadOnly?: boolean
}

/** The settings of a field, drawn by the room of its type; nothing for a type that has none. */
export function SettingsForm({ field, onChange, world, isReadOnly = false }: SettingsFormProps) {
  const { Settings } = useFieldView(field.type)
  const issues = useMemo(() => checkField(field).filter(({ path }) => path.startsWith('.settings')), [field])
  const change = (part: RawSettings) => {
    const kept = Object.entries({ ...field.settings, ...part }).filter(([, value]) => value !== undefined)
    onChange(kept.length === 0 ? undefined : Object.fromEntries(kept))
  }
  if (Settings === undefined) return null
  return (
    <SettingsProvider value={{ field, world, isReadOnly, change, issues }}>
      <Stack sx={{ gap: 2.5, minWidth: 0 }}>
        <Settings />
      </Stack>
    </SettingsProvider>
  )
}
