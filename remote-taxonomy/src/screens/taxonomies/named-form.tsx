import CheckIcon from '@mui/icons-material/Check'
import { Alert, Box, Button, Stack, TextField, Tooltip, Typography } from '@mui/material'
import { isOvertaken, useSeenVersion } from '@pim/api-client/seen-version'
import { useFeedback, type usePermission } from '@pim/shell'
import { commandKey, Shortcut } from '@pim/ui'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnVersion } from './own-version.ts'
import { problemOf } from './taxonomies.api.ts'
import { type Named, type NamedField, useNamedDraft } from './use-named-draft.ts'

interface NamedFormProps {
  /** Names what is written for the shell, which keeps it until it is saved. */
  draftKey: string
  draftLabel: string
  /** What the server has; nothing in it for what is new. */
  stored: Named & { readonly version?: number | undefined }
  permission: ReturnType<typeof usePermission>
  submitLabel: string
  /** Stands beside the button once what was typed is with the server. */
  savedLabel: string | undefined
  /**
   * Gets what differs from `stored`, of what is new everything, and the version that it was when typing began. Answers
   * the version that it has now; rejects where it could not be saved.
   */
  onSubmit: (named: Named, changes: Partial<Named>, ifMatch: number | undefined) => Promise<number | undefined>
  /** After a save that came from the name field, where F2 had led. */
  onRenamed?: (() => void) | undefined
  /** It goes from the screen with words in it, which are kept. */
  onLeftUnsaved: (label: string) => void
  /** Each new value puts the focus into the name. */
  focusName?: number | undefined
  /** The version that another form of it on the screen has saved. */
  ownVersion?: number | undefined
  /** Above the fields. */
  children?: ReactNode
}

const maxNameLength = 300
const maxDescriptionLength = 5_000

/** Name and description, saved when one says so: Ctrl+S anywhere in it, Enter in the name. */
export function NamedForm(props: NamedFormProps) {
  const { draftKey, draftLabel, stored, permission, submitLabel, savedLabel, onSubmit, focusName, children } = props
  const { t } = useTranslation()
  const feedback = useFeedback()
  const draft = useNamedDraft(draftKey, draftLabel, stored)
  const seen = useSeenVersion(draftKey, stored.version, draft.isDirty)
  useOwnVersion(seen.learn, props.ownVersion)
  const [errors, setErrors] = useState<Partial<Named>>({})
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'failed'>('idle')
  const nameInput = useRef<HTMLInputElement>(null)
  const isNew = stored.friendlyName === ''
  useEffect(() => {
    if (!focusName) return
    nameInput.current?.focus()
    nameInput.current?.select()
  }, [focusName])
  const left = useRef<() => void>(undefined)
  left.current = draft.isDirty ? () => props.onLeftUnsaved(draftLabel) : undefined
  useEffect(() => () => left.current?.(), [])

  const type = (field: NamedField, text: string) => {
    draft.type(field, text)
    setErrors((known) => ({ ...known, [field]: undefined }))
    if (state !== 'saving') setState('idle')
  }
  const refuse = (found: Partial<Named>) => {
    setErrors(found)
    setState('failed')
    if (found.friendlyName) nameInput.current?.focus()
  }
  const save = async () => {
    if (!permission.may || state === 'saving' || !(draft.isDirty || isNew)) return
    const friendlyName = draft.values.friendlyName.trim()
    if (friendlyName === '') return refuse({ friendlyName: t('taxonomy.form.nameMissing') })
    setState('saving')
    setErrors({})
    const wasInName = document.activeElement === nameInput.current
    try {
      seen.learn(await onSubmit({ ...draft.values, friendlyName }, draft.changes, seen.ifMatch))
      draft.giveUp()
      setState('saved')
      left.current = undefined
      if (isNew) nameInput.current?.focus()
      if (wasInName) props.onRenamed?.()
    } catch (failure) {
      const problem = problemOf(failure)
      seen.learn(problem?.currentVersion)
      refuse(errorsOf(failure, t('taxonomy.form.nameTaken')))
      const reason = isOvertaken(problem) ? t('taxonomy.form.overtaken') : problem?.message
      feedback.error(t('taxonomy.form.notSaved', { reason: reason ?? t('taxonomy.form.noReason') }))
    }
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    }
  }
  const field = (name: NamedField, label: string, limit: number) => {
    const elsewhere = draft.changedElsewhere(name)
    return {
      label,
      value: draft.values[name],
      onChange: (event: { target: { value: string } }) => type(name, event.target.value),
      error: errors[name] !== undefined,
      helperText:
        errors[name] ?? (elsewhere !== undefined && t('taxonomy.form.changedElsewhere', { value: elsewhere })),
      slotProps: { htmlInput: { maxLength: limit, readOnly: !permission.may } },
    }
  }
  const isSaved = state === 'saved' && !draft.isDirty
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={pressKey}
    >
      <Stack sx={{ gap: 2 }}>
        {children}
        {draft.isFromEarlier && (
          <Alert
            severity="info"
            variant="outlined"
            action={
              <Button size="small" color="inherit" onClick={draft.giveUp}>
                {t('taxonomy.form.giveUp')}
              </Button>
            }
          >
            {t('taxonomy.form.found')}
          </Alert>
        )}
        <TextField {...field('friendlyName', t('taxonomy.form.name'), maxNameLength)} required inputRef={nameInput} />
        <TextField
          {...field('description', t('taxonomy.form.description'), maxDescriptionLength)}
          multiline
          minRows={3}
          maxRows={12}
        />
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minHeight: 36 }}>
          <Tooltip
            describeChild
            title={
              permission.reason ?? (
                <>
                  {t('taxonomy.form.saveKeys')} <Shortcut keys={[commandKey, 'S']} />
                </>
              )
            }
          >
            <Button
              type="submit"
              variant={draft.isDirty || isNew ? 'contained' : 'outlined'}
              loading={state === 'saving'}
              aria-disabled={permission.may && (draft.isDirty || isNew) ? undefined : true}
              sx={permission.may ? {} : { opacity: 0.5, cursor: 'not-allowed' }}
            >
              {submitLabel}
            </Button>
          </Tooltip>
          {draft.isDirty && !isNew && (
            <Button onClick={draft.giveUp} disabled={state === 'saving'}>
              {t('taxonomy.form.reset')}
            </Button>
          )}
          <Typography
            role="status"
            variant="body2"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              color: state === 'failed' ? 'error.main' : 'text.secondary',
              minWidth: 0,
            }}
          >
            {isSaved && <CheckIcon fontSize="inherit" color="success" />}
            {isSaved && (savedLabel ?? t('taxonomy.form.saved'))}
            {state === 'failed' && t('taxonomy.form.kept')}
            {state === 'idle' && draft.isDirty && !isNew && t('taxonomy.form.unsaved')}
          </Typography>
        </Stack>
      </Stack>
    </Box>
  )
}

/** A refusal, said at the field that it is about. */
function errorsOf(failure: unknown, nameTaken: string): Partial<Named> {
  const problem = problemOf(failure)
  if (problem?.code === 'NAME_CONFLICT') return { friendlyName: nameTaken }
  return Object.fromEntries(
    (problem?.fieldErrors ?? []).map(({ technicalFieldName, message }) => [
      technicalFieldName.replace(/^query\./, ''),
      message,
    ]),
  )
}
