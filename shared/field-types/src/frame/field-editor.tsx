import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material'
import type { Field, FieldError } from '@pim/contract'
import { labelIn } from '@pim/contract/core/language.ts'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { memo, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { behaviourOf } from '../field-behaviour.ts'
import { useFieldView } from './field-views.tsx'
import { useIssueMessages } from './issue-messages.ts'
import { LabelText } from './label-text.tsx'

export interface FieldEditorProps {
  readonly field: Field
  readonly value: unknown
  /** Must not change from one render to the next, or a key press in one field redraws them all. */
  readonly onChange: (value: unknown) => void
  readonly languageCode: string
  readonly isReadOnly?: boolean
  /** The value is another variation's, until someone types. */
  readonly isInherited?: boolean
  /** Whose value it is. */
  readonly sourceLabel?: string
  readonly errors?: readonly FieldError[]
}

const noErrors: readonly FieldError[] = []

const inherited = {
  '& input, & textarea, & [contenteditable], & [data-entry]': {
    fontStyle: 'italic',
    color: 'text.secondary',
  },
}

/** A field with everything around it: label above, help below, what is wrong in its place. */
export const FieldEditor = memo(function FieldEditor(props: FieldEditorProps) {
  const { field, value, onChange, languageCode, isReadOnly = false, isInherited = false, errors = noErrors } = props
  const id = useId()
  const [labelId, helpId, errorId] = [`${id}-label`, `${id}-help`, `${id}-error`]
  const { isComposite = false, showsInnerIssues = false, Editor } = useFieldView(field.type)
  const messages = useIssueMessages({ field, value, errors, showsInnerIssues, isInherited })
  const { text: help, tag: helpTag } = labelIn(field.helpText, languageCode, '')
  const isInvalid = messages.length > 0
  const describedBy = [help === '' ? [] : helpId, isInvalid ? errorId : []].flat().join(' ') || undefined
  return (
    <Frame isComposite={isComposite} isInvalid={isInvalid} isRequired={field.required === 'onPublish'}>
      <Label id={labelId} htmlFor={isComposite ? undefined : id} isRequired={field.required === 'onPublish'}>
        <LabelText label={labelIn(field.friendlyName, languageCode, field.technicalName)} />
      </Label>
      <Box
        {...(isComposite ? { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': describedBy } : {})}
        sx={{ mt: 0.5, ...(isInherited ? inherited : {}) }}
      >
        <Editor
          id={id}
          labelId={labelId}
          describedBy={describedBy}
          isInvalid={isInvalid}
          isReadOnly={isReadOnly}
          field={field}
          settings={behaviourOf(field).settings}
          value={value}
          onChange={onChange}
          languageCode={languageCode}
        />
      </Box>
      <Notes id={errorId} messages={messages} />
      {help !== '' && (
        <FormHelperText id={helpId} error={false} sx={{ mx: 0 }}>
          <bdi {...languageAttributes(helpTag)}>{help}</bdi>
        </FormHelperText>
      )}
      {isInherited && props.sourceLabel !== undefined && <Source label={props.sourceLabel} />}
    </Frame>
  )
})

interface FrameProps {
  isComposite: boolean
  isInvalid: boolean
  isRequired: boolean
  children: ReactNode
}

/** A form control tells one input that it is required or wrong; with several inputs in it, it would confuse them. */
function Frame({ isComposite, isInvalid, isRequired, children }: FrameProps) {
  // What is only heard in it stays in it, however far the screen around it scrolls.
  if (isComposite) return <Box sx={{ minWidth: 0, position: 'relative' }}>{children}</Box>
  return (
    <FormControl fullWidth error={isInvalid} required={isRequired} sx={{ minWidth: 0 }}>
      {children}
    </FormControl>
  )
}

interface LabelProps {
  id: string
  htmlFor: string | undefined
  isRequired: boolean
  children: ReactNode
}

function Label({ id, htmlFor, isRequired, children }: LabelProps) {
  return (
    <FormLabel
      id={id}
      required={isRequired}
      error={false}
      {...(htmlFor === undefined ? { component: 'span' } : { htmlFor })}
      sx={{ fontSize: 13, fontWeight: 600, lineHeight: 1.5, '&, &.Mui-focused': { color: 'text.primary' } }}
    >
      {children}
    </FormLabel>
  )
}

function Notes({ id, messages }: { id: string; messages: readonly string[] }) {
  return (
    <Box id={id} aria-live="polite">
      {messages.map((message) => (
        <FormHelperText key={message} error sx={{ mx: 0 }}>
          {message}
        </FormHelperText>
      ))}
    </Box>
  )
}

function Source({ label }: { label: string }) {
  const { t } = useTranslation()
  return (
    <FormHelperText error={false} sx={{ mx: 0 }}>
      {t('fieldTypes.inheritedFrom', { source: label })}
    </FormHelperText>
  )
}
