import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  InputAdornment,
  Stack,
  TextField,
} from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { DeployedSection } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { ReleaseChoice } from '../../parts/release-choice.tsx'
import { releaseName } from '../../parts/release-name.ts'
import { useSectionName } from '../../parts/use-section-name.ts'
import { type CanaryAudience, readAudience } from './canary-audience.ts'
import { usePromoteRelease, useSetCanary } from './releases.api.ts'

interface ChooseReleaseDialogProps {
  kind: 'promote' | 'canary'
  section: DeployedSection
  onClose: () => void
}

const firstShare = '10'

/** Makes a release live for everybody, or gives it to some people first. Says who is not reached by it. */
export function ChooseReleaseDialog({ kind, section, onClose }: ChooseReleaseDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const titleId = useId()
  const name = useSectionName()(section)
  const promote = usePromoteRelease()
  const setCanary = useSetCanary()
  const { isPending, error } = kind === 'promote' ? promote : setCanary
  const { releases, live, serverRelease, canary, pins } = section
  const current = live?.release ?? serverRelease
  const [release, setRelease] = useState(
    () => (canary ?? releases.find((each) => each.release !== current))?.release ?? '',
  )
  const [share, setShare] = useState(String(canary?.percent ?? (canary?.tenants ? '' : firstShare)))
  const [tenants, setTenants] = useState(canary?.tenants?.join(', ') ?? '')
  const audience = readAudience(share, tenants)
  const wrongAudience =
    kind === 'canary' && audience === undefined ? t('kit.wrong', { fields: t('settings.release.share') }) : undefined
  const fault = release === '' ? t('kit.missing', { fields: t('settings.release.release') }) : wrongAudience
  const params = { section: section.section }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault !== undefined || isPending) return
    const onSuccess = () => {
      feedback.success(t(`settings.release.${kind}Done`, { section: name, release: releaseName(release) }))
      onClose()
    }
    if (kind === 'promote') promote.mutate({ params, body: { release } }, { onSuccess })
    else setCanary.mutate({ params, body: { release, ...(audience as CanaryAudience) } }, { onSuccess })
  }
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t(`settings.release.${kind}Title`, { section: name })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <span>{t(`settings.release.${kind}Text`)}</span>
            {pins.length > 0 && (
              <Alert severity="info" role="note">
                {t('settings.release.pinnedStay', {
                  count: pins.length,
                  tenants: pins.map(({ tenant }) => tenant).join(', '),
                })}
              </Alert>
            )}
            <ReleaseChoice
              label={t('settings.release.release')}
              releases={releases}
              current={current}
              value={release}
              onChange={setRelease}
            />
            {kind === 'canary' && (
              <>
                <TextField
                  label={t('settings.release.share')}
                  value={share}
                  disabled={tenants.trim() !== ''}
                  onChange={(event) => setShare(event.target.value)}
                  error={tenants.trim() === '' && audience === undefined}
                  helperText={t('settings.release.shareHelp')}
                  slotProps={{
                    htmlInput: { inputMode: 'numeric' },
                    input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
                  }}
                />
                <TextField
                  label={t('settings.release.tenants')}
                  value={tenants}
                  onChange={(event) => setTenants(event.target.value)}
                  helperText={t('settings.release.tenantsHelp')}
                />
              </>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton type="submit" variant="contained" permission={whenComplete(fault)} loading={isPending}>
            {t(`settings.release.${kind}Confirm`)}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
