/** Smaller ones are put together again faster than anybody notices. */
const worthKeeping = 100_000
const mostBytes = 48 * 1024 * 1024

/** Ready answers for large trees, by what their ETag says; a tree that changes has another one. */
export function createWholeTreeCache() {
  const kept = new Map<string, Buffer>()
  let size = 0

  function keep(etag: string, bytes: Buffer): void {
    if (bytes.length < worthKeeping || bytes.length > mostBytes || kept.has(etag)) return
    kept.set(etag, bytes)
    size += bytes.length
    for (const [oldest, { length }] of kept) {
      if (size <= mostBytes) return
      kept.delete(oldest)
      size -= length
    }
  }

  return {
    async bytes(etag: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const known = kept.get(etag)
      if (known !== undefined) {
        kept.delete(etag)
        kept.set(etag, known)
        return known
      }
      const made = await make()
      keep(etag, made)
      return made
    },
  }
}
