import { TextField } from '@mui/material'
import { isTechnicalName } from '@pim/contract/core/names.ts'
import { technicalNameOf } from '@pim/field-types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What something new is called, by people and by programs; the second follows the first until it is typed itself. */
export function useNewName(taken: readonly string[]) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [typedName, setTypedName] = useState<string>()
  const technicalName = typedName ?? technicalNameOf(name)
  const isTaken = taken.some((one) => one.toLowerCase() === technicalName.toLowerCase())
  const isRight = isTechnicalName(technicalName) && !isTaken
  /** Why nothing can be made of it yet. */
  const missing = !name.trim() ? t('kit.needsName') : isRight ? undefined : t('settings.type.technicalNameWrong')
  return { name, setName, technicalName, setTypedName, isTaken, isRight, missing }
}

interface NewNameFieldsProps {
  of: ReturnType<typeof useNewName>
  label: string
  takenText: string
}

export function NewNameFields({ of, label, takenText }: NewNameFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        autoFocus
        required
        label={label}
        value={of.name}
        onChange={(event) => of.setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        required
        label={t('settings.type.technicalName')}
        value={of.technicalName}
        onChange={(event) => of.setTypedName(event.target.value.trim())}
        error={of.technicalName !== '' && !of.isRight}
        helperText={of.isTaken ? takenText : t('settings.type.technicalNameHelp')}
        slotProps={{ htmlInput: { maxLength: 100, spellCheck: false } }}
      />
    </>
  )
}
