import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import { ContentTypeField, useProblemText, useQuotaWarning } from '@pim/content-kit'
import type { ContentType } from '@pim/contract'
import { GuardedButton, QuotaNotice } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

interface CreateItemDialogProps {
  types: readonly ContentType[]
  /** The type that the list is filtered by, most likely the one wanted. */
  likelyType: string | undefined
  variationId: string | undefined
  onClose: () => void
}

export function CreateItemDialog({ types, likelyType, variationId, onClose }: CreateItemDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const titleId = useId()
  const [name, setName] = useState('')
  const [type, setType] = useState(likelyType ?? types[0]?.technicalName ?? '')
  const problemText = useProblemText()
  const warning = useQuotaWarning(['items'])
  const create = useApiMutation('contentItem.createItem', {
    failureGoesTo: 'screen',
    onSuccess: ({ contentItemId }) => {
      onClose()
      void navigate(`/content-item/${contentItemId}${variationId ? `?variation=${variationId}` : ''}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && type) create.mutate({ query: { name: name.trim(), technicalContentTypeName: type } })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('content.create.title')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <QuotaNotice warning={warning} link={Link} />
            {create.error && (
              <Alert severity="error">{problemText(create.error.problem) ?? t('content.create.failed')}</Alert>
            )}
            <ContentTypeField types={types} value={type} onChange={setType} />
            <TextField
              autoFocus
              required
              label={t('content.create.name')}
              helperText={t('content.create.nameHelp')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              fullWidth
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <GuardedButton
            type="submit"
            variant="contained"
            loading={create.isPending}
            permission={{ may: name.trim() !== '', reason: name.trim() ? undefined : t('kit.needsName') }}
          >
            {t('content.create.confirm')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
