import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useProblemText } from '@pim/content-kit'
import type { ContentTypeInput, ContentTypeKind } from '@pim/contract'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewNameFields, useNewName } from '../../parts/new-name.tsx'
import { useWrittenLanguages } from '../../parts/written-languages.ts'
import { useContentTypes, useSeedTypes } from './content-types.api.ts'
import { kinds } from './type-list.ts'

interface NewTypeDialogProps {
  onCreated: (technicalName: string) => void
  onClose: () => void
}

/** Begins with a title, and for files with the file: the rest is added where the type then stands open. */
export function NewTypeDialog({ onCreated, onClose }: NewTypeDialogProps) {
  const { t } = useTranslation()
  const { asked } = useWrittenLanguages()
  const titleId = useId()
  const { data: types } = useContentTypes()
  const seed = useSeedTypes()
  const problemText = useProblemText()
  const [kind, setKind] = useState<ContentTypeKind>('user')
  // The call changes a type that is there; here a new one is meant.
  const newName = useNewName(types?.map((type) => type.technicalName) ?? [])
  const { name, technicalName, isRight } = newName
  const named = (text: string) => ({ [asked]: text })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || !isRight || seed.isPending) return
    const type: ContentTypeInput = {
      technicalName,
      friendlyName: named(name.trim()),
      kind,
      titleField: 'title',
      fields: [
        { technicalName: 'title', friendlyName: named(t('settings.type.titleField')), type: 'text' },
        ...(kind === 'media'
          ? [
              {
                technicalName: 'file',
                friendlyName: named(t('settings.type.fileField')),
                type: 'binary' as const,
                localizable: false,
              },
            ]
          : []),
      ],
    }
    seed.mutate({ body: { contentTypes: [type] } }, { onSuccess: () => onCreated(technicalName) })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.type.new')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {seed.error && <Alert severity="error">{problemText(seed.error.problem) ?? t('settings.notSaved')}</Alert>}
            <NewNameFields of={newName} label={t('settings.type.name')} takenText={t('settings.type.taken')} />
            <TextField
              select
              label={t('settings.type.kind')}
              value={kind}
              onChange={(event) => setKind(event.target.value === 'media' ? 'media' : 'user')}
              helperText={t(`settings.type.kindHelp.${kind}`)}
            >
              {kinds.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`settings.type.kind.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <GuardedButton
            type="submit"
            variant="contained"
            loading={seed.isPending}
            permission={{ may: name.trim() !== '' && isRight, reason: newName.missing }}
          >
            {t('settings.type.create')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
