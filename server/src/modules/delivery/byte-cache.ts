/** An answer as it goes out. */
export interface KeptAnswer {
  readonly bytes: Buffer
  readonly etag: string
}

interface Entry extends KeptAnswer {
  readonly tenantId: string
  readonly generation: number
  /** How many moves to the end there had been when this entry was moved there. */
  movedAt: number
}

/** What an entry costs beside its bytes. */
const overhead = 500

/**
 * Ready answers, the least recently used ones leaving first. Each belongs to a tenant's generation: what is live
 * changes, the generation ends, and none of its answers is fresh any more. They stay for as long as there is room,
 * for the time in which the database cannot be asked.
 */
export class ByteCache {
  readonly #mostBytes: number
  readonly #entries = new Map<string, Entry>()
  readonly #generations = new Map<string, number>()
  #start = 0
  #bytes = 0
  #moves = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
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
    if (entry === undefined || entry.generation !== this.generationOf(entry.tenantId)) return undefined
    this.#touch(key, entry)
    return entry
  }

  /** Moving costs more than finding, and an answer among the last ones used is not about to leave. */
  #touch(key: string, entry: Entry): void {
    if (this.#moves - entry.movedAt < this.#entries.size / 4) return
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.movedAt = ++this.#moves
  }

  /** As it was, maybe before the last change. */
  last(key: string): KeptAnswer | undefined {
    return this.#entries.get(key)
  }

  /** What was overtaken by a change on its way is kept for when nothing newer can be had, and never counts as fresh. */
  keep(key: string, tenantId: string, generation: number, answer: KeptAnswer): void {
    const size = costOf(key, answer)
    if (size > this.#mostBytes / 20) return
    if (generation !== this.generationOf(tenantId) && this.fresh(key) !== undefined) return
    this.#remove(key)
    this.#entries.set(key, { ...answer, tenantId, generation, movedAt: ++this.#moves })
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= costOf(key, entry)
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes }
  }
}

const costOf = (key: string, { bytes }: KeptAnswer): number => bytes.length + 2 * key.length + overhead
