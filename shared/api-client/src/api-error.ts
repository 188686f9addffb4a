import type { Problem } from '@pim/contract'

/** Why a call failed: the network, the clock, an answer that cannot be read, or else the HTTP status. */
export type FailureKind = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  readonly operation: string
  /** What the server said, where it said it in the shape that it should. */
  readonly problem: Problem | undefined

  constructor(kind: FailureKind, operation: string, details: { problem?: Problem | undefined; cause?: unknown } = {}) {
    super(`${operation}: ${details.problem?.code ?? kind}`, { cause: details.cause })
    this.kind = kind
    this.operation = operation
    this.problem = details.problem
  }

  /** Whether the same call may well succeed if it is only repeated. */
  get isPassing(): boolean {
    return this.kind === 'FETCH_ERROR' || this.kind === 'TIMEOUT_ERROR' || this.kind === 503 || this.kind === 502
  }
}

export type ErrorPagePath = '/not-found' | '/bad-request' | '/forbidden' | '/server-error'

/** The page that a failed request leads to, where the screen does not deal with it. */
export function errorPageOf(failure: unknown): ErrorPagePath {
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
