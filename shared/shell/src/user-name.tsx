import { useApiQuery } from '@pim/api-client/react'

/** A colleague by name; somebody whom the product does not know by name is shown by the id. */
export function UserName({ userId }: { userId: string }) {
  const { data } = useApiQuery(
    'userProfile.getUserProfile',
    { query: { userId } },
    { failureGoesTo: 'screen', staleTime: 600_000, retry: false },
  )
  return <>{data ? `${data.firstName} ${data.lastName}`.trim() : userId}</>
}
