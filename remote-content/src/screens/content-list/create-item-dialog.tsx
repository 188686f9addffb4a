import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { ContentTypeField, useQuotaWarning } from '@pim/content-kit'
import { usePartProblemWords, useProblemWords } from '@pim/content-kit/plan'
import type { ContentType, Variation } from '@pim/contract'
import { GuardedButton, QuotaNotice } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { titledItem } from '../../parts/new-item/titled-item.ts'
import { type NewItem, useMakeItem } from '../../parts/new-item/use-make-item.ts'
import type { WalkState } from '../../parts/walk/list-walk.ts'

interface CreateItemDialogProps {
  types: readonly ContentType[]
  /** The type that the list is filtered by, most likely the one wanted. */
  likelyType: string | undefined
  variations: readonly Variation[]
  variationId: string | undefined
  /** The list, for the way back. */
  walk: WalkState | undefined
  onClose: () => void
}

export function CreateItemDialog({ types, likelyType, variations, variationId, walk, onClose }: CreateItemDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const titleId = useId()
  const [name, setName] = useState('')
  const [type, setType] = useState(likelyType ?? types[0]?.technicalName ?? '')
  const problemText = useProblemWords()
  const partText = usePartProblemWords()
  const warning = useQuotaWarning(['items'])
  const makeItem = useMakeItem()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const create = async (item: NewItem) => {
    setPending(true)
    try {
      const made = await makeItem(item)
      if (made.contentItemId === undefined) return setProblem(partText(made.problem))
      onClose()
      await navigate(`/content-item/${made.contentItemId}${variationId ? `?variation=${variationId}` : ''}`, {
        state: walk,
      })
    } catch (failure) {
      setProblem(problemText(failure))
    } finally {
      setPending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = types.find(({ technicalName }) => technicalName === type)
    if (name.trim() && chosen && !isPending) void create(titledItem(chosen, name.trim(), variations))
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
            {problem !== undefined && <Alert severity="error">{problem}</Alert>}
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
            loading={isPending}
            permission={{ may: name.trim() !== '', reason: name.trim() ? undefined : t('kit.needsName') }}
          >
            {t('content.create.confirm')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
