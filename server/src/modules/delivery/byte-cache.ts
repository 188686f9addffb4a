import { LRUCache } from 'lru-cache'

/** An answer as it goes out. */
export interface KeptAnswer {
  readonly bytes: Buffer
  readonly etag: string
}

interface Entry extends KeptAnswer {
  readonly tenantId: string
  readonly generation: number
}

/** What an entry costs beside its bytes. */
const overhead = 500

/**
 * Ready answers, up to a number of bytes; the least recently used ones leave first. Each belongs to a generation of its
 * tenant: when what is live changes, the generation ends, and none of its answers is fresh any more. They stay for as
 * long as there is room, to be served while the database cannot be asked.
 */
export class ByteCache {
  readonly #maxBytes: number
  readonly #entries: LRUCache<string, Entry>
  readonly #generations = new Map<string, number>()
  #start = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: (entry, key) => costOf(key, entry) })
  }

  /** To be asked before the database is, and handed in with the answer: what changed meanwhile is not kept as new. */
  generationOf(tenantId: string): number {
    return this.#generations.get(tenantId) ?? this.#start
  }

  endGeneration(tenantId: string): void {
    this.#generations.set(tenantId, this.generationOf(tenantId) + 1)
  }

  /** Something may have happened to any tenant. */
  endAll(): void {
    this.#start = Math.max(this.#start, ...this.#generations.values()) + 1
    this.#generations.clear()
  }

  fresh(key: string): KeptAnswer | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.generation === this.generationOf(entry.tenantId) ? entry : undefined
  }

  /** As it was, maybe before the last change. */
  last(key: string): KeptAnswer | undefined {
    return this.#entries.get(key)
  }

  /** What was overtaken by a change on its way is kept for when nothing newer can be had, and never counts as fresh. */
  keep(key: string, tenantId: string, generation: number, answer: KeptAnswer): void {
    if (costOf(key, answer) > this.#maxBytes / 20) return
    if (generation !== this.generationOf(tenantId) && this.fresh(key) !== undefined) return
    this.#entries.set(key, { ...answer, tenantId, generation })
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }
}

const costOf = (key: string, { bytes }: KeptAnswer): number => bytes.length + 2 * key.length + overhead
