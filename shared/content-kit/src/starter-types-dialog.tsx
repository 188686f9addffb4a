import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import type { ContentType, ContentTypeKind } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useFeedback } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from './problem-text.ts'
import { useStarterTypes } from './starter-types.ts'

export interface StarterTypesDialogProps {
  /** Offers types of this kind alone, all of them ticked: the section needs one to begin with. Left out: every type, none ticked. */
  kind?: ContentTypeKind
  onClose: () => void
}

/** Adds those of the starter types that are ticked, as they are. */
export function StarterTypesDialog({ kind, onClose }: StarterTypesDialogProps) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const problemText = useProblemText()
  const titleId = useId()
  const types = useStarterTypes(true, kind)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const isTicked = ({ technicalName }: ContentType) => toggled.has(technicalName) === (kind === undefined)
  const chosen = types?.filter(isTicked) ?? []
  const seed = useApiMutation('contentModel.seedContentTypes', {
    failureGoesTo: 'screen',
    onSuccess: ({ created }) => {
      feedback.success(t('kit.starter.added', { count: created.length }))
      onClose()
    },
  })
  const toggle = (name: string) => {
    const next = new Set(toggled)
    if (!next.delete(name)) next.add(name)
    setToggled(next)
  }
  return (
    <Dialog open onClose={seed.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('kit.starter.title')}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 1.5 }}>
          <Typography color="textSecondary">{t('kit.starter.about')}</Typography>
          {seed.error && <Alert severity="error">{problemText(seed.error.problem) ?? t('kit.starter.failed')}</Alert>}
          {types === undefined && <Skeleton variant="rounded" height={160} />}
          {types?.length === 0 && <Alert severity="info">{t('kit.starter.none')}</Alert>}
          {types?.map((type, at) => (
            <FormControlLabel
              key={type.technicalName}
              sx={{ alignItems: 'flex-start', mr: 0 }}
              control={
                <Checkbox
                  size="small"
                  autoFocus={at === 0}
                  checked={isTicked(type)}
                  onChange={() => toggle(type.technicalName)}
                  sx={{ mt: -0.5 }}
                />
              }
              label={
                <>
                  {inLanguage(type.friendlyName, i18n.language, type.technicalName)}
                  <Typography variant="caption" color="textSecondary" component="div">
                    {inLanguage(type.description, i18n.language, '')}
                  </Typography>
                </>
              }
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        {kind !== undefined && (
          <Button component={Link} to="/settings/content-types" sx={{ mr: 'auto' }}>
            {t('kit.starter.own')}
          </Button>
        )}
        <Button onClick={onClose} disabled={seed.isPending}>
          {t('ui.cancel')}
        </Button>
        <GuardedButton
          variant="contained"
          permission={{
            may: chosen.length > 0,
            reason: types !== undefined && chosen.length === 0 ? t('kit.starter.tickOne') : undefined,
          }}
          loading={seed.isPending}
          onClick={() => seed.mutate({ body: { contentTypes: chosen } })}
        >
          {t('kit.starter.add', { count: chosen.length })}
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}
