import {
  type FieldError,
  type ProblemCode,
  type Problem as ProblemShape,
  problemCatalogue,
} from '@pim/contract/core/problem.ts'

export const problemType = 'application/problem+json; charset=utf-8'

export interface ProblemDetails extends Omit<Partial<ProblemShape>, 'status' | 'code' | 'traceId'> {
  /** Seconds after which repeating makes sense; becomes `Retry-After`. */
  retryAfter?: number
  /** More headers of the answer, such as `Allow` or `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>
  /** What really happened; goes to the log and never to the caller. */
  cause?: unknown
}

/** The one way in which a call fails. Status and default sentence come from the contract's catalogue. */
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

  /** What the caller is shown. */
  toBody(traceId: string): ProblemShape {
    const { retryAfter: _retryAfter, headers: _headers, cause: _cause, message: _message, ...shown } = this.details
    return { status: this.status, code: this.code, message: this.message, traceId, ...shown }
  }
}

/** 400 naming each place of the request that is wrong. */
export function invalidRequest(fieldErrors: FieldError[]): Problem {
  return new Problem('INVALID_REQUEST', { fieldErrors })
}

export function invalidPlace(place: string, code: string, message: string): Problem {
  return invalidRequest([{ technicalFieldName: place, code, message }])
}
