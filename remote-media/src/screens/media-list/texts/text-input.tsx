import CheckIcon from '@mui/icons-material/Check'
import { FormHelperText, InputBase } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import type { Field } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveText, type TextCell } from './text-drafts.ts'

interface TextInputProps {
  label: string
  field: Field
  cell: TextCell
  hasFallback: boolean
  /** Text that an earlier visit left unsaved. */
  typed: string | undefined
  onType: (contentVariationId: string, text: string | undefined) => void
  onRead: (cell: TextCell) => void
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** One text: saved when it is left, given back by Escape. */
export function TextInput({ label, field, cell, hasFallback, typed, onType, onRead, onKey }: TextInputProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const { externalId: tenantId } = useTenant()
  const { contentVariationId, status } = cell.variation
  const known = cell.own ?? ''
  const [text, setText] = useState(typed ?? known)
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | { readonly problem: string }>('idle')
  const maxLength = typeof field.settings?.maxLength === 'number' ? field.settings.maxLength : undefined
  const change = (next: string) => {
    setText(next)
    setState('idle')
    onType(contentVariationId, next === known ? undefined : next)
  }
  const asked = useRef<string>(undefined)
  const save = async () => {
    if (text.trim() === known.trim() || asked.current === text) return
    asked.current = text
    setState('saving')
    try {
      const { cell: now, isTheirs } = await saveText(
        api,
        { cell, field: field.technicalName, text, hasFallback },
        { tenantId },
      )
      onRead(now)
      if (isTheirs) return setState({ problem: t('media.texts.theirs', { text: now.own ?? now.inherited }) })
      onType(contentVariationId, undefined)
      setState('saved')
    } catch (failure) {
      const words = failure instanceof ApiError ? failure.problem?.message : undefined
      setState({ problem: words ?? t('media.texts.notSaved') })
    } finally {
      asked.current = undefined
    }
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') change(known)
    else onKey(event)
    if (event.key === 'Enter') void save()
  }
  const tooLong =
    maxLength !== undefined && text.length > maxLength ? t('media.texts.tooLong', { count: maxLength }) : undefined
  const problem = typeof state === 'object' ? state.problem : tooLong
  return (
    <>
      <InputBase
        value={text}
        placeholder={cell.inherited}
        readOnly={status === 'archived'}
        onChange={(event) => change(event.target.value)}
        onBlur={() => void save()}
        endAdornment={
          state === 'saved' ? (
            <CheckIcon color="success" fontSize="inherit" titleAccess={t('media.texts.saved')} />
          ) : undefined
        }
        slotProps={{
          input: {
            'aria-label': label,
            'aria-invalid': problem !== undefined,
            'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
            title: text || cell.inherited,
            onKeyDown: press,
          },
        }}
        sx={{
          width: '100%',
          px: 1,
          minHeight: 36,
          fontSize: 13,
          border: 1,
          borderRadius: 1,
          borderColor: problem === undefined ? 'transparent' : 'error.main',
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focused': { borderColor: 'primary.main', bgcolor: 'background.paper' },
          '& input::placeholder': { fontStyle: 'italic', opacity: 0.7 },
        }}
      />
      {problem !== undefined && (
        <FormHelperText id={`${id}-problem`} error role="status" sx={{ mx: 1, maxWidth: 320 }}>
          {problem}
        </FormHelperText>
      )}
    </>
  )
}
