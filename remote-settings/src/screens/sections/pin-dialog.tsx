import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { TenantSection } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { ReleaseChoice } from '../../parts/release-choice.tsx'
import { releaseName } from '../../parts/release-name.ts'
import { useSectionName } from '../../parts/use-section-name.ts'
import { usePinSection } from './sections.api.ts'

interface PinDialogProps {
  section: TenantSection
  onClose: () => void
}

/** Keeps the tenant at one release of a section until somebody takes that back. */
export function PinDialog({ section, onClose }: PinDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const titleId = useId()
  const name = useSectionName()(section)
  const { mutate, isPending, error } = usePinSection()
  const { releases, pinnedRelease, liveRelease } = section
  const [release, setRelease] = useState(
    releases.find((each) => each.release === liveRelease && each.release !== pinnedRelease)?.release ?? '',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (release === '' || isPending) return
    const onSuccess = () => {
      feedback.success(t('settings.sections.pinnedNow', { section: name, release: releaseName(release) }))
      onClose()
    }
    mutate({ params: { section: section.section }, body: { release } }, { onSuccess })
  }
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.sections.pinTitle', { section: name })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <span>{t('settings.sections.pinText')}</span>
            <ReleaseChoice
              label={t('settings.release.release')}
              releases={releases}
              current={pinnedRelease}
              value={release}
              onChange={setRelease}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            permission={whenComplete(
              release === '' ? t('kit.missing', { fields: t('settings.release.release') }) : undefined,
            )}
            loading={isPending}
          >
            {t('settings.sections.pinConfirm')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
