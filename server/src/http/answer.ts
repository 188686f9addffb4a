import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

export type AnswerBody = Buffer | string | Readable | undefined

/**
 * An answer that is more than a value to be sent as JSON: other headers, another status, ready bytes or a stream.
 * Bytes go out as they are, so a cached answer costs no serialising.
 */
export class Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: AnswerBody

  constructor(status: number, headers: OutgoingHttpHeaders, body?: AnswerBody) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export const jsonType = 'application/json; charset=utf-8'

/** JSON with headers of its own. */
export function jsonAnswer(value: unknown, headers: OutgoingHttpHeaders = {}, status = 200): Answer {
  return new Answer(status, { 'content-type': jsonType, ...headers }, JSON.stringify(value))
}

export function strongEtag(bytes: Buffer | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/** Whether what the caller already holds is this very representation (RFC 9110, 13.1.2: weak comparison, lists, `*`). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  if (ifNoneMatch.length > 8_192) return false
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}

/** 304 where the caller has it already, the bytes otherwise. `headers` should say how long it may be kept. */
export function cacheableAnswer(
  request: IncomingHttpHeaders,
  bytes: Buffer | string,
  headers: OutgoingHttpHeaders,
  etag = strongEtag(bytes),
): Answer {
  if (matchesEtag(request['if-none-match'], etag)) {
    const { 'content-type': _type, 'content-length': _length, ...kept } = headers
    return new Answer(304, { ...kept, etag })
  }
  return new Answer(200, { 'content-type': jsonType, ...headers, etag }, bytes)
}
