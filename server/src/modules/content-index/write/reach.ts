/** A set of variations of one item: a bit each, in the order of their ids. */
export type Reach = bigint

/** The variations of an item, before and after a change, and sets of them. */
export class Variations {
  readonly #ids: readonly string[]
  readonly #bits: ReadonlyMap<string, Reach>
  readonly #sets = new Map<Reach, readonly string[]>()

  constructor(variationIds: Iterable<string>) {
    this.#ids = [...new Set(variationIds)].sort()
    this.#bits = new Map(this.#ids.map((id, at) => [id, 1n << BigInt(at)]))
  }

  bitOf(variationId: string): Reach {
    return this.#bits.get(variationId) ?? 0n
  }

  /** In their order. */
  idsOf(reach: Reach): readonly string[] {
    const known = this.#sets.get(reach)
    if (known !== undefined) return known
    const ids = this.#ids.filter((id) => (reach & this.bitOf(id)) !== 0n)
    this.#sets.set(reach, ids)
    return ids
  }
}
