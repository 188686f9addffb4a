import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

export type ResponseBody = Buffer | string | Readable | undefined

/**
 * What a handler returns where a value to be sent as JSON is not enough: own headers, another status, bytes or a
 * stream. Bytes are sent as they are, so a cached response is not serialised again.
 */
export class HttpResponse {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: ResponseBody

  constructor(status: number, headers: OutgoingHttpHeaders, body?: ResponseBody) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export const jsonType = 'application/json; charset=utf-8'

export function jsonResponse(value: unknown, headers: OutgoingHttpHeaders = {}, status = 200): HttpResponse {
  return new HttpResponse(status, { 'content-type': jsonType, ...headers }, JSON.stringify(value))
}

/** A strong validator (RFC 9110, 8.8.3): 162 bits of the SHA-256 of the bytes. */
export function strongEtag(bytes: Buffer | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/**
 * Evaluates `If-None-Match` (RFC 9110, 13.1.2: weak comparison, lists, `*`): true where the caller has this
 * representation.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  if (ifNoneMatch.length > 8_192) return false
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}

/** 304 where `If-None-Match` matches, the bytes otherwise. `headers` should include `cache-control`. */
export function conditionalResponse(
  request: IncomingHttpHeaders,
  bytes: Buffer | string,
  headers: OutgoingHttpHeaders,
  etag = strongEtag(bytes),
): HttpResponse {
  if (matchesEtag(request['if-none-match'], etag)) {
    const { 'content-type': _type, 'content-length': _length, ...withoutContent } = headers
    return new HttpResponse(304, { ...withoutContent, etag })
  }
  return new HttpResponse(200, { 'content-type': jsonType, ...headers, etag }, bytes)
}
