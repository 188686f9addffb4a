export interface ByteRange {
  /** First and last byte, both included. */
  readonly start: number
  readonly end: number
}

/**
 * Parses a `Range` header for a file of `byteSize` bytes. Undefined means to send the whole file, `unsatisfiable` 416.
 * Several ranges in one request are refused, because answering them costs far more than sending the header.
 */
export function parseRange(header: string | undefined, byteSize: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || !header.startsWith('bytes=')) return undefined
  // Defence 38, without: const match = /^bytes=(\d{0,15})-(\d{0,15})/.exec(header)
  if (header.includes(',')) return 'unsatisfiable'
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  // Defence 38 ends
  if (!match) return 'unsatisfiable'
  const [, first, last] = match
  if (!first) {
    const suffix = Number(last)
    return last && suffix > 0 && byteSize > 0
      ? { start: Math.max(0, byteSize - suffix), end: byteSize - 1 }
      : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last ? Math.min(Number(last), byteSize - 1) : byteSize - 1
  return start < byteSize && start <= end ? { start, end } : 'unsatisfiable'
}
