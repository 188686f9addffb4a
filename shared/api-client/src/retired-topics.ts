import type { Topic } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { readsOf } from './query-keys.ts'

/**
 * For sections that were built when only mutations made queries stale by themselves.
 * @deprecated The client of `useApi` does it after each call; `useRefreshed` waits for it. Taken away in 3.0.0.
 */
export function invalidateTopics(
  queryClient: QueryClient,
  tenantId: string | undefined,
  topics: readonly Topic[],
  when: 'now' | 'whenShown' = 'now',
): Promise<void> {
  return queryClient.invalidateQueries({
    refetchType: when === 'now' ? 'active' : 'none',
    predicate: (query) => readsOf(query, tenantId).some((topic) => topics.includes(topic)),
  })
}
