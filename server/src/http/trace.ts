import { randomFillSync } from 'node:crypto'

/** W3C Trace Context, version 00. An id of zeros is invalid by its rules. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const pool = Buffer.allocUnsafe(16 * 256)
let used = pool.length

/** The caller's trace where it sent a valid one, so that one id runs through every system; a new one otherwise. */
export function traceIdOf(header: string | string[] | undefined): string {
  if (typeof header === 'string') {
    const match = traceparent.exec(header)
    if (match?.[1] !== undefined) return match[1]
  }
  if (used === pool.length) {
    // Random bytes in bulk: one by one they would cost more than the rest of a cached answer.
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.toString('hex', used - 16, used)
}
