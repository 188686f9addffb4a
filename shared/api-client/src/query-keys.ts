import type { Topic } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { type Operation, type RequestOf, routeOf } from './operations.ts'

/** Whose answer it is, for calls that are the same for every tenant. */
const everyone = 'everyone'

export type ApiQueryKey = readonly [tenantId: string, topics: readonly Topic[], operation: Operation, request: unknown]

/** Starts with the tenant, so that no answer can be taken for another tenant's; then the topics that it read. */
export function queryKeyOf<O extends Operation>(
  tenantId: string | undefined,
  operation: O,
  request: RequestOf<O> | undefined,
): ApiQueryKey {
  const { access, reads } = routeOf(operation)
  return [access === 'tenant' ? (tenantId ?? '') : everyone, reads, operation, request ?? {}]
}

/**
 * Forgets what was read of these topics; what is on the screen is read again, unless that is to wait until it is shown
 * the next time.
 */
export function forget(
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
        (owner === tenantId || owner === everyone) &&
        Array.isArray(read) &&
        read.some((topic: Topic) => changed.has(topic))
      )
    },
  })
}
