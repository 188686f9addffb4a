import { LRUCache } from 'lru-cache'

/** Smaller ones are put together again faster than anybody notices. */
const worthKeeping = 100_000
const maxBytes = 48 * 1024 * 1024

/** Ready answers for large trees, by what their ETag says; a tree that changes has another one. */
export function createWholeTreeCache() {
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })

  return {
    async bytes(etag: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const known = kept.get(etag)
      if (known !== undefined) return known
      const made = await make()
      if (made.length >= worthKeeping) kept.set(etag, made)
      return made
    },
  }
}
