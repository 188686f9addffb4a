import { useApiQueryOptions } from '@pim/api-client/react'
import { useAccount } from '@pim/shell'
import { FilterMenu } from '@pim/ui'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

interface ModifiedByFilterProps {
  selected: readonly string[]
  /** Colleagues whose work is on the screen: there is no list of all of them. */
  seen: readonly string[]
  onChange: (userIds: readonly string[]) => void
  startsOpen?: boolean
  onClose?: () => void
}

/** Whose last change it was: mine, or that of somebody who is seen in the list. */
export function ModifiedByFilter({ selected, seen, ...rest }: ModifiedByFilterProps) {
  const { t } = useTranslation()
  const me = useAccount().userId
  const options = useApiQueryOptions()
  const others = [...new Set([...selected, ...seen])].filter((userId) => userId !== me)
  const names = useQueries({
    queries: others.map((userId) => ({
      ...options('userProfile.getUserProfile', { query: { userId } }),
      meta: { failureGoesTo: 'screen' },
      staleTime: 600_000,
      retry: false,
    })),
  })
  const choices = [
    { value: me, label: t('content.filter.me') },
    ...others.map((userId, at) => {
      const profile = names[at]?.data
      if (profile?.isErased) return { value: userId, label: t('content.filter.erasedPerson') }
      return { value: userId, label: profile ? `${profile.firstName} ${profile.lastName}`.trim() : userId }
    }),
  ]
  return <FilterMenu label={t('content.filter.modifiedBy')} options={choices} selected={selected} {...rest} />
}
