import type { Topic } from '@pim/contract'
import type { Query } from '@tanstack/react-query'
import { backEndOf } from './back-end.ts'
import { lineOfCall } from './calls.ts'
import type { Operation, RequestOf } from './operations.ts'

/** Takes the place of the tenant in the keys of calls whose answer is the same for every tenant. */
const allTenants = 'allTenants'

export type ApiQueryKey = readonly [tenantId: string, topics: readonly Topic[], operation: Operation, request: unknown]

/**
 * The key of a query. It starts with the tenant, so that no answer is shown in another tenant; then follow the topics
 * that the call reads, by which writes make it stale.
 */
export function queryKeyOf<O extends Operation>(
  tenantId: string | undefined,
  operation: O,
  request: RequestOf<O> | undefined,
): ApiQueryKey {
  const { access, reads } = lineOfCall(operation)
  return [access === 'tenant' ? (tenantId ?? '') : allTenants, reads, operation, request ?? {}]
}

/** How the keys of all queries of a section's back end begin. */
export const keyOfBackEnd = (tenantId: string | undefined, section: string) =>
  [tenantId ?? '', [], backEndOf(section)] as const

/** The topics that a query reads in a tenant; none where it is another tenant's, or no query of an API call. */
export function readsOf({ queryKey }: Pick<Query, 'queryKey'>, tenantId: string | undefined): readonly Topic[] {
  const [owner, read] = queryKey as unknown[]
  return (owner === tenantId || owner === allTenants) && Array.isArray(read) ? (read as Topic[]) : []
}
