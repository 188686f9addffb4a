import { useSeenVersion } from '@pim/api-client/seen-version'
import { SettingsDialog } from '@pim/content-kit/section-settings'
import type { TenantSection } from '@pim/contract'
import { useFeedback, useTenant } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { useSectionName } from '../../parts/use-section-name.ts'
import { useChangeTenant } from './sections.api.ts'

interface SectionSettingsDialogProps {
  section: TenantSection
  onClose: () => void
}

/** What a section lets the administrators of the tenant set. */
export function SectionSettingsDialog({ section, onClose }: SectionSettingsDialogProps) {
  const { t } = useTranslation()
  const { externalId, version } = useTenant()
  const feedback = useFeedback()
  const name = useSectionName()(section)
  const { mutate, isPending, error } = useChangeTenant()
  const seen = useSeenVersion(externalId, version, true)
  return (
    <SettingsDialog
      title={t('settings.sections.settingsTitle', { section: name })}
      text={t('settings.sections.settingsText')}
      groups={[{ settings: section.settings ?? [] }]}
      isPending={isPending}
      error={error}
      onSave={(settings) =>
        mutate(
          { body: { settings }, ifMatch: seen.ifMatch },
          {
            onSuccess: () => {
              feedback.success(t('settings.sections.settingsSaved', { section: name }))
              onClose()
            },
            onError: ({ problem }) => seen.learn(problem?.currentVersion),
          },
        )
      }
      onClose={onClose}
    />
  )
}
