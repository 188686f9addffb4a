import type { Problem } from '@pim/contract'

/** Why a call failed: no connection, a timeout, a response that cannot be parsed, or else the HTTP status. */
export type FailureKind = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  readonly operation: string
  /** The problem details of the response; `undefined` where the response had none. */
  readonly problem: Problem | undefined

  constructor(kind: FailureKind, operation: string, details: { problem?: Problem | undefined; cause?: unknown } = {}) {
    super(`${operation}: ${details.problem?.code ?? kind}`, { cause: details.cause })
    this.kind = kind
    this.operation = operation
    this.problem = details.problem
  }

  /** Whether the server lost the outcome of a change: it may have been made, and a repeat could make it twice. */
  get isOutcomeUnknown(): boolean {
    return this.problem?.code === 'OUTCOME_UNKNOWN'
  }

  /** Whether a repeat of the same call may succeed, and does no harm: connection errors, timeouts, 502 and 503. */
  get isTransient(): boolean {
    if (this.isOutcomeUnknown) return false
    return this.kind === 'FETCH_ERROR' || this.kind === 'TIMEOUT_ERROR' || this.kind === 503 || this.kind === 502
  }
}

export type ErrorPagePath = '/not-found' | '/bad-request' | '/forbidden' | '/quota-reached' | '/server-error'

/** The error page for a failed request that its screen does not handle itself. */
export function errorPageOf(failure: unknown): ErrorPagePath {
  if (failure instanceof ApiError && failure.problem?.code === 'CALL_QUOTA_REACHED') return '/quota-reached'
  switch (failure instanceof ApiError ? failure.kind : undefined) {
    case 404:
      return '/not-found'
    case 400:
      return '/bad-request'
    case 403:
      return '/forbidden'
    default:
      return '/server-error'
  }
}
