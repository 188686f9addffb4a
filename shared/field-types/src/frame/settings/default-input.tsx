import type { Field } from '@pim/contract'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldEditor } from '../field-editor.tsx'

export interface DefaultInputProps {
  readonly field: Field
  /** Undefined where there is no default any more. */
  readonly onChange: (defaultValue: unknown) => void
  readonly isReadOnly: boolean
}

/** What a new item starts with: the editor of the field itself, which also says what is wrong with it. */
export function DefaultInput({ field, onChange, isReadOnly }: DefaultInputProps) {
  const { t, i18n } = useTranslation()
  const { type, settings, technicalName } = field
  const label = t('fieldTypes.setting.default')
  const help = t('fieldTypes.setting.default.help')
  const drawn = useMemo<Field>(
    () => ({
      technicalName,
      type,
      friendlyName: { [i18n.language]: label },
      helpText: { [i18n.language]: help },
      ...(settings === undefined ? {} : { settings }),
    }),
    [technicalName, type, settings, label, help, i18n.language],
  )
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const change = useCallback((value: unknown) => latest.current(value ?? undefined), [])
  // Which file a new item starts with cannot be said: it is what the item is made of.
  if (type === 'binary') return null
  return (
    <FieldEditor
      field={drawn}
      value={field.defaultValue ?? null}
      onChange={change}
      languageCode={i18n.language}
      isReadOnly={isReadOnly}
    />
  )
}
