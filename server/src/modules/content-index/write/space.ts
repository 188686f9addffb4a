import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

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

/** What the entries of a space are of: a field of a content type, or, with neither, the words of whole documents. */
export interface SpaceField {
  readonly contentTypeId: string | null
  readonly technicalFieldName: string | null
  /** A currency or a unit: keys of different qualifiers are not comparable. Of words: the kind of content. */
  readonly qualifier: string
}

/** A space of the index: one field, for the variations that share an entry. */
export interface Space extends SpaceField {
  readonly space: number
  /** The number of the set of variations. */
  readonly reach: number
  /** In their order. */
  readonly variationIds: readonly string[]
}

/**
 * The space of a field for a set of variations, in their order. Its number is a hash of what it is of, so that the
 * entries of an item can be made without asking the database. The tenant is part of it, as all tenants share one
 * full-text index.
 */
export function spaceOf(tenantId: string, field: SpaceField, variationIds: readonly string[]): Space {
  const { contentTypeId, technicalFieldName, qualifier } = field
  const reach = numberOf(variationIds.join(','))
  const space = numberOf(`${tenantId}|${contentTypeId ?? ''}|${technicalFieldName ?? ''}|${qualifier}|${reach}`)
  return { contentTypeId, technicalFieldName, qualifier, space, reach, variationIds }
}

/** 53 bits of a hash, as many as a number holds; a collision within a tenant is improbable. */
function numberOf(name: string): number {
  const known = numbers.get(name)
  if (known !== undefined) return known
  const number = Number(hash('sha256', name, 'buffer').readBigUInt64BE(0) >> 11n)
  numbers.set(name, number)
  return number
}

/** Memoised: every save asks for the spaces of the same fields. By length, as a set may have hundreds of variations. */
const numbers = new LRUCache<string, number>({ maxSize: 16 * 2 ** 20, sizeCalculation: (_, name) => name.length + 100 })

/** The lexeme that every document of the space has, so that a search reads no postings of other tenants, variations or kinds. */
export const lexemeOfSpace = (space: number, scope: string): string => `${spaceMark}${space.toString(36)}${scope}`

/** Neither sign can stand in a word: texts are split at them. */
const spaceMark = '/'
/** Before words of the name, which are indexed once more with it. */
export const nameMark = '<'
