import type { FastifyRequest } from 'fastify'
import { Once } from '../core/once.ts'
import { invalidPlace } from '../core/problem.ts'

const header = 'idempotency-key'
/** Tells that an answer is that of an earlier call. */
export const repeatHeader = 'idempotency-replayed'

/** 1 to 255 visible characters of ASCII. A header sent twice is joined with a comma and a space, and so is refused. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

/** The idempotency key of a creating call; undefined where it has none. */
export function onceOf({ headers, method, raw, body, call }: FastifyRequest): Once | undefined {
  const key = headers[header]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw invalidPlace(`header.${header}`, 'INVALID_FORMAT', 'is 1 to 255 visible characters of ASCII, sent once')
  }
  if (call.user === undefined) throw new Error('a creating call has a user')
  return new Once(call.user.userId, key, [`${method} ${raw.url}\n`, Buffer.isBuffer(body) ? body : ''])
}
