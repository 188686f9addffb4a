import { useApiQuery } from '@pim/api-client/react'
import { deployKeyUserPrefix, importKeyUserPrefix } from '@pim/contract/core/names.ts'
import { useTranslation } from 'react-i18next'

/** What a user is called, for a sentence; undefined until it is read. `isName`: it is a name, and no words in its place. */
export function useUserName(userId: string): { readonly text: string; readonly isName: boolean } | undefined {
  const { t } = useTranslation()
  const isImportKey = userId.startsWith(importKeyUserPrefix)
  const isDeployKey = userId.startsWith(deployKeyUserPrefix)
  const { data, isPending } = useApiQuery(
    'userProfile.getUserProfile',
    { query: { userId } },
    { enabled: !isImportKey && !isDeployKey, failureGoesTo: 'screen', staleTime: 600_000, retry: false },
  )
  if (isImportKey) return { text: t('kit.user.importKey'), isName: false }
  if (isDeployKey) return { text: t('kit.user.deployKey'), isName: false }
  if (isPending) return undefined
  if (data?.isErased) return { text: t('kit.user.erased'), isName: false }
  const name = data && `${data.firstName} ${data.lastName}`.trim()
  return name ? { text: name, isName: true } : { text: t('kit.user.unknown'), isName: false }
}

/** The name of a user. Shows the user id where no name is known. */
export function UserName({ userId }: { userId: string }) {
  const name = useUserName(userId)
  if (name === undefined) return null
  return name.isName ? name.text : <span title={userId}>{name.text}</span>
}
