import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { useErasureReport } from '@pim/content-kit'
import { EraseDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'

interface ErasePersonDialogProps {
  userId: string
  onClose: () => void
}

/** Erases the name of a person in all tenants. What they did stays, without their name. */
export function ErasePersonDialog({ userId, onClose }: ErasePersonDialogProps) {
  const { t } = useTranslation()
  const reportOf = useErasureReport()
  const person = useApiQuery(
    'userProfile.getUserProfile',
    { query: { userId } },
    { failureGoesTo: 'screen', retry: false },
  )
  const erase = useApiMutation('userProfile.erasePerson', { failureGoesTo: 'screen' })
  const name = person.data && `${person.data.firstName} ${person.data.lastName}`.trim()
  const isErased = person.data?.isErased && !erase.data
  const failure = erase.error
    ? (erase.error.problem?.message ?? t('settings.notSaved'))
    : person.isError
      ? t('settings.person.notFound')
      : isErased
        ? t('settings.person.isErased')
        : undefined
  return (
    <EraseDialog
      title={name ? t('settings.person.title', { name }) : t('settings.person.erase')}
      facts={
        name
          ? [
              { label: t('settings.person.name'), value: name },
              { label: t('settings.person.id'), value: userId },
            ]
          : undefined
      }
      failure={failure}
      isBusy={erase.isPending}
      report={erase.data && reportOf(erase.data)}
      onConfirm={() => erase.mutate({ query: { userId } })}
      onClose={onClose}
    >
      {t('settings.person.hint')}
    </EraseDialog>
  )
}
