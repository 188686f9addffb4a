import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { useSeenVersion } from '@pim/api-client/seen-version'
import { SettingsDialog } from '@pim/content-kit/section-settings'
import { useFeedback, useTenant } from '@pim/shell'
import { useTranslation } from 'react-i18next'

/** Settings of sections that a person sets for themselves, in the tenant that they work in. */
export function MySettings({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { friendlyName } = useTenant()
  const feedback = useFeedback()
  const { data, isError, refetch } = useApiQuery('sections.getMySettings', {}, { failureGoesTo: 'screen' })
  const { mutate, isPending, error } = useApiMutation('sections.changeMySettings', { failureGoesTo: 'screen' })
  const seen = useSeenVersion(data ? 'read' : 'waiting', data?.version, data !== undefined)
  return (
    <SettingsDialog
      title={t('shell.account.settingsTitle')}
      text={t('shell.account.settingsText', { tenant: friendlyName })}
      groups={data?.sections.map(({ section, titleKey, settings }) => ({
        name: titleKey !== undefined && i18n.exists(titleKey) ? t(titleKey) : section,
        settings,
      }))}
      onRetry={isError ? () => void refetch() : undefined}
      isPending={isPending}
      error={error}
      onSave={(settings) =>
        mutate(
          { body: { settings }, ifMatch: seen.ifMatch },
          {
            onSuccess: () => {
              feedback.success(t('shell.account.settingsSaved'))
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
