import { createHash } from 'node:crypto'

/** Longer keys are kept by their hash: a piece of a text keeps all of the text in memory, but for pieces as short as this. */
const keptWhole = 12

/** Remembers in which row each key of a file stood first. About 100 bytes for each key. */
export class KeyLedger {
  readonly #rows = new Map<string, number>()

  /** @returns the row in which the key stood before; undefined the first time */
  note(key: string, row: number): number | undefined {
    // Hashes have more characters than keys that are kept whole, so the two never meet.
    const kept = key.length <= keptWhole ? key : createHash('sha256').update(key).digest('base64url')
    const first = this.#rows.get(kept)
    if (first === undefined) this.#rows.set(kept, row)
    return first
  }
}
