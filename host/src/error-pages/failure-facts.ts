import type { ApiError } from '@pim/api-client'
import type { QuotaReached } from '@pim/contract/core/quotas.ts'

/** What an error page says of the failure that led to it. It is kept in the state of the address, so it stays over a reload. */
interface FailureFacts {
  readonly traceId?: string | undefined
  readonly quota?: QuotaReached | undefined
  /** Where the failure was: to try again there. */
  readonly from?: string | undefined
}

export const factsOf = ({ problem }: ApiError, from: string): FailureFacts => ({
  traceId: problem?.traceId,
  quota: problem?.quota,
  from,
})

export function readFacts(state: unknown): FailureFacts {
  if (typeof state !== 'object' || state === null) return {}
  const { traceId, quota, from }: { traceId?: unknown; quota?: unknown; from?: unknown } = state
  return {
    traceId: typeof traceId === 'string' ? traceId : undefined,
    quota: isQuota(quota) ? quota : undefined,
    // A path of this product only: the state of an address is nothing that a page of ours alone writes.
    from: typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined,
  }
}

const isQuota = (value: unknown): value is QuotaReached =>
  typeof value === 'object' &&
  value !== null &&
  'quota' in value &&
  typeof value.quota === 'string' &&
  'used' in value &&
  typeof value.used === 'number' &&
  'limit' in value &&
  typeof value.limit === 'number'

/** When the day of a quota ends: it is one of UTC. */
export function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
