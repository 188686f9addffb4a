import { LRUCache } from 'lru-cache'
import type { ChangeLog } from './change-log.ts'
import type { Dependencies } from './dependencies.ts'

/** An answer as it goes out. */
export interface KeptAnswer {
  readonly bytes: Buffer
  readonly etag: string
}

/** An answer, and what has to be known to tell whether it still holds. */
export interface MadeAnswer extends KeptAnswer {
  readonly tenantId: string
  readonly dependencies: Dependencies
}

interface Entry extends MadeAnswer {
  /** The number of the last change that is known to have left it as it is. */
  holdsAt: number
}

/** What an entry costs beside its bytes, and what each item that it depends on does. */
const overhead = 500
const overheadOfItem = 100

/**
 * Ready answers, up to a number of bytes; the least recently used ones leave first. Each holds until something changes
 * that it was made from: it is compared with the changes since, when it is asked for. Those that no longer hold stay for
 * as long as there is room, to be served while the database cannot be asked.
 */
export class ByteCache {
  readonly #maxBytes: number
  readonly #changes: ChangeLog
  readonly #entries: LRUCache<string, Entry>

  constructor(maxBytes: number, changes: ChangeLog) {
    this.#maxBytes = maxBytes
    this.#changes = changes
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: (entry, key) => costOf(key, entry) })
  }

  fresh(key: string): KeptAnswer | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#holds(entry) ? entry : undefined
  }

  /** As it was, maybe before the last change. */
  last(key: string): KeptAnswer | undefined {
    return this.#entries.get(key)
  }

  /**
   * `madeAt` is the number of the last change before the database was asked. What was overtaken by a change on its way is
   * kept for when nothing newer can be had, and never counts as fresh.
   */
  keep(key: string, madeAt: number, answer: MadeAnswer): void {
    if (costOf(key, answer) > this.#maxBytes / 20) return
    const entry = { ...answer, holdsAt: madeAt }
    if (!this.#holds(entry) && this.fresh(key) !== undefined) return
    this.#entries.set(key, entry)
  }

  #holds(entry: Entry): boolean {
    const { tenantId, holdsAt, dependencies } = entry
    if (!this.#changes.holdsSince(tenantId, holdsAt, dependencies)) return false
    entry.holdsAt = this.#changes.now(tenantId)
    return true
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize }
  }
}

const costOf = (key: string, { bytes, dependencies }: MadeAnswer): number =>
  bytes.length + 2 * key.length + overhead + overheadOfItem * dependencies.items.size
