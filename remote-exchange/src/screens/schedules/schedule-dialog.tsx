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
import type { ApiError } from '@pim/api-client'
import { useApiMutation } from '@pim/api-client/react'
import { isOvertaken, useSeenVersion } from '@pim/api-client/seen-version'
import { useProblemText } from '@pim/content-kit'
import { useFileWords } from '@pim/content-kit/bulk'
import { useSavedChoices } from '@pim/content-kit/saved-choices'
import type { Schedule } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceFields } from './place-fields.tsx'
import { type DraftProps, draftOf, newDraft, problemsOf, type ScheduleDraft, scheduleOf } from './schedule-draft.ts'
import { TimesFields } from './times-fields.tsx'

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Makes a schedule, or changes one. What was typed stays where it is refused. */
export function ScheduleDialog({ schedule, onClose }: { schedule?: Schedule | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const feedback = useFeedback()
  const failureText = useFailureText()
  const [draft, setDraft] = useState(() => (schedule ? draftOf(schedule, ownTimeZone()) : newDraft(ownTimeZone())))
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...part }))
  const { choices, isFailed, retry } = useSavedChoices(
    draft.kind === 'import' ? 'importProfile' : 'exportProfile',
    true,
  )
  const profiles = choices ?? []
  const create = useApiMutation('schedules.createSchedule', { failureGoesTo: 'screen' })
  const replace = useApiMutation('schedules.changeSchedule', { failureGoesTo: 'screen' })
  const seen = useSeenVersion(schedule?.scheduleId ?? '', schedule?.version ?? 0, true)
  const problems = problemsOf(draft)
  const error = create.error ?? replace.error
  const isBusy = create.isPending || replace.isPending
  const profileName = profiles.find(({ savedChoiceId }) => savedChoiceId === draft.savedChoiceId)?.name ?? ''
  const saved = ({ name }: Schedule) => {
    feedback.success(t('exchange.schedule.saved', { name }))
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.size > 0 || isBusy) return
    const body = scheduleOf(draft, profileName || (schedule?.name ?? ''))
    if (schedule === undefined) return create.mutate({ body }, { onSuccess: saved })
    replace.mutate(
      { params: { scheduleId: schedule.scheduleId }, body, ifMatch: seen.ifMatch },
      { onSuccess: saved, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
    )
  }
  const part: DraftProps = { draft, onChange: change, isWrong: (field) => isTried && problems.has(field) }
  const isProfileMissing = isTried && problems.has('profile')
  const isKnown = profiles.some(({ savedChoiceId }) => savedChoiceId === draft.savedChoiceId)
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {schedule ? t('exchange.schedule.changeTitle', { name: schedule.name }) : t('exchange.schedule.new')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {error && (
              <Alert severity="error" role="alert">
                {failureText(error)}
              </Alert>
            )}
            {isFailed && (
              <Alert severity="error" action={<Button onClick={retry}>{t('ui.error.retry')}</Button>}>
                {t('exchange.schedule.profilesNotRead')}
              </Alert>
            )}
            {schedule === undefined && (
              <TextField
                select
                label={t('exchange.schedule.what')}
                value={draft.kind}
                onChange={({ target }) =>
                  change({ kind: target.value === 'export' ? 'export' : 'import', savedChoiceId: '' })
                }
              >
                <MenuItem value="import">{t('exchange.schedule.kind.import')}</MenuItem>
                <MenuItem value="export">{t('exchange.schedule.kind.export')}</MenuItem>
              </TextField>
            )}
            <TextField
              select
              required
              label={t('exchange.schedule.profile')}
              value={isKnown ? draft.savedChoiceId : ''}
              onChange={({ target }) => change({ savedChoiceId: target.value })}
              error={isProfileMissing}
              helperText={t(
                choices?.length === 0
                  ? `exchange.schedule.noProfiles.${draft.kind}`
                  : isProfileMissing
                    ? 'exchange.schedule.profileMissing'
                    : 'exchange.schedule.profileHelp',
              )}
            >
              {profiles.map(({ savedChoiceId, name }) => (
                <MenuItem
                  key={savedChoiceId}
                  value={savedChoiceId}
                  sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
                >
                  {name}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              label={t('exchange.schedule.nameLabel')}
              placeholder={profileName}
              helperText={t('exchange.schedule.nameHelp')}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <TimesFields {...part} />
            <PlaceFields {...part} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t('exchange.schedule.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Why it was not saved, and what to do. */
function useFailureText() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { fileReason } = useFileWords()
  return ({ problem }: ApiError): string => {
    if (isOvertaken(problem)) return t('exchange.schedule.overtaken')
    const found = problem?.fieldErrors?.[0]
    if (found?.technicalFieldName === 'body.source.address')
      return fileReason({ ...found.params, code: String(found.params?.reason ?? '') })
    if (found?.technicalFieldName === 'body.times.timeZone') return t('exchange.schedule.zoneUnknown')
    if (found?.technicalFieldName === 'body.savedChoiceId') return t('exchange.schedule.problem.PROFILE_GONE')
    if (problem?.code === 'FORBIDDEN') return t('exchange.schedule.mayNot')
    if (problem?.code === 'NOT_FOUND') return t('exchange.schedule.gone')
    return problem?.quota ? (problemText(problem) ?? t('exchange.schedule.notSaved')) : t('exchange.schedule.notSaved')
  }
}
