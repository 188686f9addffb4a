import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@pim/contract/core/problem.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, problemType } from '../core/problem.ts'
import { traceIdOf } from './trace.ts'

/** Error codes of the framework and of the operating system, and the problem that each becomes. */
const codes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_FILES_LIMIT: 'UPLOAD_INVALID',
  FST_PARTS_LIMIT: 'UPLOAD_INVALID',
  FST_FIELDS_LIMIT: 'UPLOAD_INVALID',
  FST_PROTO_VIOLATION: 'UPLOAD_INVALID',
  PIM_FRAME_BROKEN: 'UPLOAD_INVALID',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  ENOSPC: 'UNAVAILABLE',
  EDQUOT: 'UNAVAILABLE',
}

/**
 * Errors of other modules that become a problem. Matched by name, so that this module does not import their classes.
 */
const namedErrors: Readonly<Record<string, ProblemCode>> = {
  DatabaseUnavailable: 'UNAVAILABLE',
  OutcomeUnknown: 'OUTCOME_UNKNOWN',
  TooManyCalls: 'RATE_LIMITED',
  IdentityProviderAway: 'UNAVAILABLE',
  // The caller has disconnected, or has already got the deadline's 503.
  TransactionCancelled: 'UNAVAILABLE',
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return new Problem('INTERNAL', { cause: error })
  const named = namedErrors[error.name]
  if (named !== undefined) return new Problem(named, { retryAfter: 2, cause: error })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : codes[code]
  if (known !== undefined) return new Problem(known, { cause: error })
  // A body that ends early, and any other client error that the framework has no code for.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('INVALID_REQUEST', { cause: error })
  }
  return new Problem('INTERNAL', { cause: error })
}

export function sendProblem(reply: FastifyReply, problem: Problem, traceId: string): void {
  const { retryAfter, headers } = problem.details
  reply.code(problem.status)
  if (headers !== undefined) reply.headers(headers)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply
    .header('content-type', problemType)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem.toBody(traceId)))
}

/** Sends every error and every unknown route as a problem; `allowedMethods` lists the methods of a path, for 405. */
export function handleErrors(app: FastifyInstance, allowedMethods: (path: string) => readonly string[]): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    logProblem(request, problem)
    sendProblem(reply, problem, request.call.traceId)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? ''
    const allowed = allowedMethods(path)
    const problem =
      allowed.length === 0
        ? new Problem('NOT_FOUND')
        : new Problem('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } })
    sendProblem(reply, problem, request.call.traceId)
  })
}

/** Errors of a transaction and of a stream that compresses, which end when the caller leaves before the answer. */
const endsByLeaving: ReadonlySet<unknown> = new Set(['TransactionCancelled', 'ERR_STREAM_PREMATURE_CLOSE'])

function hasLeft({ raw }: FastifyRequest, { details }: Problem): boolean {
  const { name, code } = (details.cause ?? {}) as { name?: unknown; code?: unknown }
  return raw.socket.destroyed && (endsByLeaving.has(name) || endsByLeaving.has(code))
}

function logProblem(request: FastifyRequest, problem: Problem): void {
  if (hasLeft(request, problem)) return
  const { call } = request
  const facts = { status: problem.status, code: problem.code, method: request.method, address: call.clientAddress }
  if (problem.status === 500) {
    call.log.error({ ...facts, err: problem.details.cause ?? problem }, 'request failed')
  } else if (problem.status > 500) {
    const { cause } = problem.details
    call.log.warn({ ...facts, reason: cause instanceof Error ? cause.message : problem.message }, 'not served')
  } else if (problem.status === 401 || problem.status === 403 || problem.status === 429) {
    // Repeated refusals are how an attack shows. The reason for a refused token is logged and never sent.
    const { cause } = problem.details
    call.log.info(
      { ...facts, reason: cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined },
      'refused',
    )
  }
}

const clientErrorStatus: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** For Node's `clientError`: bytes that are not HTTP get a problem as well, and the connection is closed. */
export function respondToBadConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = clientErrorStatus[error.code ?? ''] ?? 400
  const body = JSON.stringify({
    status,
    code: status === 408 ? 'REQUEST_TIMEOUT' : status === 413 ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST',
    message: 'The request is not HTTP that can be read, or did not arrive in time.',
    traceId: traceIdOf(undefined),
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
