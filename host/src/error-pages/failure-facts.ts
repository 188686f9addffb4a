import type { ApiError } from '@pim/api-client'
import type { QuotaReached } from '@pim/contract/core/quotas.ts'

/** Facts of a failed call for its error page. The state of the history entry holds them, so that they outlive a reload. */
interface FailureFacts {
  readonly traceId?: string | undefined
  readonly quota?: QuotaReached | undefined
  /** The path that failed, for trying again. */
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
    // Checked to be a path of this origin, because any script of the page can write the state of a history entry.
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
