import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { problemSchema } from '@pim/contract/core/problem.ts'
import { HttpResponse } from './http-response.ts'
import type { Operation } from './operation.ts'

/**
 * Throws where a handler's result does not match the contract's response schema. A key that the schema does not know is
 * an error too: it may be something that callers must not see, such as a hash.
 */
export function checkResponse({ id, route }: Operation, result: unknown): void {
  if (route.responseKind === 'none') return
  if (route.responseKind === 'bytes') {
    if (!(result instanceof HttpResponse)) throw new Error(`${id} has to respond with bytes`)
    return
  }
  const sent = sentValue(result)
  if (sent === notJson) return
  const parsed = route.response.safeParse(sent)
  if (!parsed.success) throw new Error(`${id}: the response does not match its schema: ${parsed.error.message}`)
  const extra = unknownKey(sent, parsed.data, 'response')
  if (extra !== undefined) throw new Error(`${id}: its schema does not know ${extra}`)
}

const notJson = Symbol('no JSON to check')

/** The value after JSON serialisation, as the caller reads it: dates are text, and undefined members are absent. */
function sentValue(result: unknown): unknown {
  if (!(result instanceof HttpResponse)) return JSON.parse(JSON.stringify(result ?? null))
  if (result.status === 304) return notJson
  if (typeof result.body !== 'string' && !Buffer.isBuffer(result.body)) return notJson
  const value: unknown = JSON.parse(decoded(result.body, result.headers['content-encoding']).toString())
  if (result.status >= 400) {
    problemSchema.parse(value)
    return notJson
  }
  return value
}

function decoded(body: Buffer | string, encoding: unknown): Buffer | string {
  if (encoding === undefined) return body
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}

/** The path of the first key of `sent` that the schema has dropped from `known`. */
function unknownKey(sent: unknown, known: unknown, place: string): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  if (typeof known !== 'object' || known === null) return undefined
  for (const [key, value] of Object.entries(sent)) {
    const at = Array.isArray(sent) ? `${place}[${key}]` : `${place}.${key}`
    if (!Object.hasOwn(known, key)) return at
    const below = unknownKey(value, Reflect.get(known, key), at)
    if (below !== undefined) return below
  }
  return undefined
}
