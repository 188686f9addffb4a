import { useApiQuery } from '@pim/api-client/react'
import { importKeyUserPrefix } from '@pim/contract/core/names.ts'
import { useTranslation } from 'react-i18next'

/** The name of a user. Shows the user id where no name is known. */
export function UserName({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const isImportKey = userId.startsWith(importKeyUserPrefix)
  const { data, isPending } = useApiQuery(
    'userProfile.getUserProfile',
    { query: { userId } },
    { enabled: !isImportKey, failureGoesTo: 'screen', staleTime: 600_000, retry: false },
  )
  if (isImportKey) return <span title={userId}>{t('kit.user.importKey')}</span>
  if (isPending) return null
  if (data?.isErased) return <span title={userId}>{t('kit.user.erased')}</span>
  const name = data && `${data.firstName} ${data.lastName}`.trim()
  return name || <span title={userId}>{t('kit.user.unknown')}</span>
}
