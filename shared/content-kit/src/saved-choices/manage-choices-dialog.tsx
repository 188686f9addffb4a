import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Stack,
  Tooltip,
  Typography,
} from '@mui/material'
import type { SavedChoice } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useFeedback } from '@pim/shell'
import { Toggle } from '@pim/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UserName } from '../user-name.tsx'
import { failureKeys, type SavedChoices } from './use-saved-choices.ts'

interface ManageChoicesDialogProps {
  title: string
  choices: readonly SavedChoice[]
  saved: Pick<SavedChoices<never>, 'share' | 'remove' | 'bringBack'>
  onClose: () => void
}

/** Shares what is saved, takes it back, and removes it. */
export function ManageChoicesDialog({ title, choices, saved, onClose }: ManageChoicesDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const feedback = useFeedback()
  const { role, userId } = useAccount()
  const mayShare = reaches(role, 'editor')
  const [failure, setFailure] = useState<string>()
  const attempt = async (work: () => Promise<unknown>, after?: () => void) => {
    setFailure(undefined)
    try {
      await work()
      after?.()
    } catch (reason) {
      setFailure(t(failureKeys(reason)))
    }
  }
  const remove = (choice: SavedChoice) =>
    attempt(
      () => saved.remove(choice),
      () =>
        feedback.success(
          t('kit.saved.removed', { name: choice.name }),
          // Only its owner can bring it back as it was: of what an administrator removes, the owner would be another one.
          choice.ownerId === userId
            ? { label: t('kit.saved.undo'), run: () => void attempt(() => saved.bringBack(choice)) }
            : undefined,
        ),
    )
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {title}
      </DialogTitle>
      <DialogContent>
        {failure && (
          <Alert severity="error" role="alert" sx={{ mb: 1 }}>
            {failure}
          </Alert>
        )}
        {choices.length === 0 && <Typography color="textSecondary">{t('kit.saved.none')}</Typography>}
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {choices.map((choice) => (
            <Stack
              key={choice.savedChoiceId}
              component="li"
              direction="row"
              useFlexGap
              sx={{ alignItems: 'center', gap: 1, py: 0.5, flexWrap: 'wrap' }}
            >
              <Stack sx={{ flex: '1 1 180px', minWidth: 0 }}>
                <Typography sx={{ overflowWrap: 'anywhere' }}>
                  <bdi>{choice.name}</bdi>
                </Typography>
                {choice.ownerId !== userId && (
                  <Typography variant="caption" color="textSecondary">
                    {t('kit.saved.by')} <UserName userId={choice.ownerId} />
                  </Typography>
                )}
              </Stack>
              <Toggle
                label={t('kit.saved.shared')}
                name={t('kit.saved.shareNamed', { name: choice.name })}
                checked={choice.isShared}
                // An administrator who took somebody's back would hide it from everybody but that person.
                disabled={!mayShare || choice.ownerId !== userId}
                onChange={(isShared) => void attempt(() => saved.share(choice, isShared))}
              />
              <Tooltip title={t('kit.saved.remove', { name: choice.name })}>
                <span>
                  <IconButton
                    aria-label={t('kit.saved.remove', { name: choice.name })}
                    disabled={!choice.mayChange}
                    onClick={() => void remove(choice)}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                </span>
              </Tooltip>
            </Stack>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('kit.saved.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
