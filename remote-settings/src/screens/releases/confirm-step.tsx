import { Alert, Stack } from '@mui/material'
import type { DeployedSection } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { releaseName } from '../../parts/release-name.ts'
import { useSectionName } from '../../parts/use-section-name.ts'
import { useEndCanary, useRollBack } from './releases.api.ts'

interface ConfirmStepProps {
  kind: 'endCanary' | 'rollBack'
  section: DeployedSection
  onClose: () => void
}

/** Ends the canary, or goes back to the release before; says first what people get then. */
export function ConfirmStep({ kind, section, onClose }: ConfirmStepProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const name = useSectionName()(section)
  const endCanary = useEndCanary()
  const rollBack = useRollBack()
  const { mutate, isPending, error } = kind === 'endCanary' ? endCanary : rollBack
  const isTakenAway = kind === 'rollBack' && section.isFirst === true
  const confirm = () =>
    mutate(
      { params: { section: section.section }, ...(isTakenAway && { body: { takesSectionAway: true } }) },
      {
        onSuccess: () => {
          feedback.success(
            t(isTakenAway ? 'settings.release.takeAwayDone' : `settings.release.${kind}Done`, { section: name }),
          )
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      isDestructive={kind === 'rollBack'}
      title={t(`settings.release.${kind}Title`, { section: name })}
      confirmLabel={t(isTakenAway ? 'settings.release.takeAwayConfirm' : `settings.release.${kind}Confirm`)}
      isBusy={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {error && <Alert severity="error">{refusal(error)}</Alert>}
        <span>
          {isTakenAway
            ? t('settings.release.takeAwayText', { section: name })
            : kind === 'rollBack' && section.before !== undefined
              ? t('settings.release.rollBackTo', { release: releaseName(section.before) })
              : t(`settings.release.${kind}Text`)}
        </span>
      </Stack>
    </ConfirmDialog>
  )
}
