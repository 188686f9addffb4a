import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/**
 * All that is handed on of a call. Everything else stays here, known or not: the person's token, cookies, what is meant for one
 * connection, and what a proxy would believe (`forwarded`, `x-forwarded-for`).
 */
const toBackEnd = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'traceparent',
] as const

/** All that is handed on of an answer beside its type; nothing that tells a browser what to do. */
const toCaller = ['content-language', 'content-length', 'etag', 'last-modified', 'retry-after'] as const

export function headersToBackEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed: Record<string, string | string[]> = {}
  // Defence 291, without: for (const name of Object.keys(headers)) {
  for (const name of toBackEnd) {
    const value = headers[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
}

/** Types that are data to every browser. Others, pages and scripts among them, are sent as bytes. */
const dataTypes =
  /^(?:application\/(?:json|[a-z0-9.+-]+\+json|pdf|zip|vnd\.openxmlformats-officedocument\.[a-z.]+)|text\/(?:plain|csv)|image\/(?:png|jpeg|gif|webp|avif))$/
/** The form of our own problems: what has it is said by this server alone. */
const problemType = 'application/problem+json'

function passedType(given: string | undefined): string {
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase())
  if (type === problemType) return 'application/json; charset=utf-8'
  if (!dataTypes.test(type)) return 'application/octet-stream'
  return parameters.includes('charset=utf-8') || type.endsWith('json') ? `${type}; charset=utf-8` : type
}

/** With the headers that all answers have here (`nosniff`, a policy that lets nothing run), a browser makes no page of it. */
export function headersToCaller(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = {
    // Defence 292, without: 'content-type': headers['content-type'],
    'content-type': passedType(headers['content-type']),
    'content-disposition': 'attachment',
    'cache-control': 'no-store',
  }
  // Defence 292, without: for (const name of Object.keys(headers)) {
  for (const name of toCaller) {
    const value = headers[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
}
