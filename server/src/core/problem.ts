import type { PartProblem } from '@pim/contract/core/batch.ts'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import {
  type FieldError,
  type ProblemCode,
  type Problem as ProblemShape,
  problemCatalogue,
} from '@pim/contract/core/problem.ts'

export const problemType = 'application/problem+json; charset=utf-8'

export interface ProblemDetails extends Omit<Partial<ProblemShape>, 'status' | 'code' | 'traceId'> {
  /** Seconds; sent as the `Retry-After` header. */
  retryAfter?: number
  /** Further response headers, such as `Allow` or `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>
  /** The underlying error: logged, never sent to the caller. */
  cause?: unknown
}

/**
 * The error that every failed call ends in. Its status and default message come from the contract's catalogue of
 * problems.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const [status, meaning] = problemCatalogue[code]
    super(details.message ?? meaning, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.details = details
  }

  /** The response body: `cause`, `headers` and `retryAfter` are left out. */
  toBody(traceId: string): ProblemShape {
    const { retryAfter: _retryAfter, headers: _headers, cause: _cause, message: _message, ...shown } = this.details
    return { status: this.status, code: this.code, message: this.message, traceId, ...shown }
  }
}

/** 400 with one entry for each invalid place of the request. */
export function invalidRequest(fieldErrors: FieldError[]): Problem {
  return new Problem('INVALID_REQUEST', { fieldErrors })
}

/** 400 for one invalid place of the request, such as `query.pageSize`. */
export function invalidPlace(place: string, code: FieldErrorCode, message: string): Problem {
  return invalidRequest([{ technicalFieldName: place, code, message }])
}

/** The problem of one part of a batch, whose answer has a trace id of its own. */
export function partProblem(problem: Problem): PartProblem {
  const { traceId: _traceId, ...part } = problem.toBody('')
  return part
}
