import type { Topic } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { lineOfCall } from './calls.ts'
import type { Operation, RequestOf } from './operations.ts'

/** Takes the place of the tenant in the keys of calls whose answer is the same for every tenant. */
const allTenants = 'allTenants'

export type ApiQueryKey = readonly [tenantId: string, topics: readonly Topic[], operation: Operation, request: unknown]

/**
 * The key of a query. It starts with the tenant, so that no answer is shown in another tenant; then follow the topics
 * that the call reads, by which writes invalidate it.
 */
export function queryKeyOf<O extends Operation>(
  tenantId: string | undefined,
  operation: O,
  request: RequestOf<O> | undefined,
): ApiQueryKey {
  const { access, reads } = lineOfCall(operation)
  return [access === 'tenant' ? (tenantId ?? '') : allTenants, reads, operation, request ?? {}]
}

/**
 * Invalidates the queries that read one of the topics. `now` refetches the mounted ones; `whenShown` leaves the refetch
 * to the next mount.
 */
export function invalidateTopics(
  queryClient: QueryClient,
  tenantId: string | undefined,
  topics: readonly Topic[],
  when: 'now' | 'whenShown' = 'now',
): Promise<void> {
  const changed = new Set(topics)
  return queryClient.invalidateQueries({
    refetchType: when === 'now' ? 'active' : 'none',
    predicate: ({ queryKey }) => {
      const [owner, read] = queryKey as unknown[]
      return (
        (owner === tenantId || owner === allTenants) &&
        Array.isArray(read) &&
        read.some((topic: Topic) => changed.has(topic))
      )
    },
  })
}
