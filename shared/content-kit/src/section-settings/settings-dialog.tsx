import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material'
import type { ApiError } from '@pim/api-client'
import { isOvertaken } from '@pim/api-client/seen-version'
import type { ChosenSettings, SectionSetting } from '@pim/contract'
import { EmptyState, ErrorState, GuardedButton } from '@pim/ui'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../problem-text.ts'
import { whenComplete } from '../when-complete.ts'
import { SettingField } from './setting-field.tsx'
import { useSettingDraft } from './use-setting-draft.ts'

export interface SettingsGroup {
  /** The section, where there are several. */
  readonly name?: string
  readonly settings: readonly SectionSetting[]
}

interface SettingsDialogProps {
  title: string
  text: string
  /** Undefined while they are read. */
  groups: readonly SettingsGroup[] | undefined
  /** Given where they cannot be read. */
  onRetry?: (() => void) | undefined
  isPending: boolean
  /** Why they were not saved. */
  error: ApiError | null
  /** With what has changed; null is the default of the section. */
  onSave: (chosen: ChosenSettings) => void
  onClose: () => void
}

/** The form of settings that sections declare: of a tenant or of a person. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { title, text, groups, onRetry, isPending, error, onSave, onClose } = props
  const { t } = useTranslation()
  const titleId = useId()
  const refusal = useRefusal()
  const draft = useSettingDraft((groups ?? []).flatMap(({ settings }) => settings))
  const isEmpty = groups?.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.isWrong || isPending || Object.keys(draft.chosen).length === 0) return
    onSave(draft.chosen)
  }
  const missing = draft.isWrong
    ? t('kit.settings.wrong')
    : Object.keys(draft.chosen).length === 0
      ? t('kit.settings.nothingChanged')
      : undefined
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            {isEmpty ? (
              <EmptyState title={t('kit.settings.none')} description={t('kit.settings.noneText')} />
            ) : (
              <Typography color="textSecondary">{text}</Typography>
            )}
            {!groups &&
              (onRetry ? (
                <ErrorState title={t('kit.settings.failed')} onRetry={onRetry} />
              ) : (
                <Skeleton variant="rounded" height={160} aria-busy />
              ))}
            {groups?.map(({ name, settings }) => (
              <Stack
                key={settings[0]?.setting}
                component="fieldset"
                sx={{ gap: 2.5, border: 0, p: 0, m: 0, minWidth: 0 }}
              >
                {name !== undefined && (
                  <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
                    {name}
                  </Typography>
                )}
                {settings.map((each) => (
                  <SettingField
                    key={each.setting}
                    setting={each}
                    field={draft.fieldOf(each)}
                    shown={draft.shown}
                    refusal={placeIn(error, each.setting)}
                    disabled={isPending}
                  />
                ))}
              </Stack>
            ))}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t(isEmpty ? 'kit.settings.close' : 'ui.cancel')}
          </Button>
          {!isEmpty && (
            <GuardedButton type="submit" variant="contained" permission={whenComplete(missing)} loading={isPending}>
              {t('kit.settings.save')}
            </GuardedButton>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const placeIn = (error: ApiError | null, setting: string): string | undefined =>
  error?.problem?.fieldErrors?.find(({ technicalFieldName }) => technicalFieldName === `body.settings.${setting}`)
    ?.message

/** Why they were not saved, in words for the person who changed them. */
function useRefusal() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  return ({ problem }: ApiError): string =>
    isOvertaken(problem) ? t('kit.settings.overtaken') : (problemText(problem) ?? t('kit.settings.notSaved'))
}
