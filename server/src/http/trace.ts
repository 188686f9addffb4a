import { randomFillSync } from 'node:crypto'

/** W3C Trace Context, version 00, where an id of only zeros is invalid. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const pool = Buffer.allocUnsafe(16 * 256)
let used = pool.length

/** The trace id of a valid `traceparent` header, so that one id runs through all systems; a random one otherwise. */
export function traceIdOf(header: string | string[] | undefined): string {
  if (typeof header === 'string') {
    const match = traceparent.exec(header)
    if (match?.[1] !== undefined) return match[1]
  }
  if (used === pool.length) {
    // Random bytes for 256 ids at once: one call for each id would cost more than the rest of a cached response.
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.toString('hex', used - 16, used)
}
