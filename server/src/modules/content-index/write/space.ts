import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Space, SpaceField } from './projected-variation.ts'
import { findThere, makeSpaces } from './space.repository.ts'

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

  /** The same for all items with the same variations. */
  get name(): string {
    return this.#ids.join()
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

/**
 * The space of a field for a set of variations, in their order. Its number is a hash of what it is of, so that the
 * entries of an item can be made without asking the database. The tenant is part of it, as all tenants share one index of
 * the parts of keys.
 */
export function spaceOf(tenantId: string, field: SpaceField, variationIds: readonly string[]): Space {
  const { contentTypeId, technicalFieldName, qualifier } = field
  const reach = numberOf(variationIds.join(','))
  const space = numberOf(`${tenantId}|${contentTypeId}|${technicalFieldName}|${qualifier}|${reach}`)
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

/** Whether a space has a row, or cannot get one any more. Neither ever changes; see `stateOf`. */
const states = new LRUCache<string, 'there' | 'full'>({ max: 50_000 })

/** Transactions that have made a space: what they see need not be committed, and is not remembered. */
const making = new WeakSet<Transaction>()

/** Where entries are written that belong into a space: there, or into the spaces of its single variations. */
export type Settled = (space: Space) => readonly Space[]

/** Makes the spaces that are not there yet. */
export async function settleSpaces(trx: Transaction, tenantId: string, wanted: readonly Space[]): Promise<Settled> {
  const known = await stateOf(trx, tenantId, wanted)
  const single = (space: Space) => space.variationIds.map((id) => spaceOf(tenantId, space, [id]))
  const split = new Map(
    wanted.flatMap((space) => (known.get(space.space) === 'full' ? [[space.space, single(space)] as const] : [])),
  )
  if (split.size > 0) await stateOf(trx, tenantId, [...split.values()].flat())
  return (space) => split.get(space.space) ?? [space]
}

/**
 * "Full" is for ever, as rows are never deleted, and so is "there": a set of variations that was once written as one
 * space, or once as many, always is. Therefore the entries of an earlier state of an item are found where they lie.
 */
async function stateOf(
  trx: Transaction,
  tenantId: string,
  wanted: readonly Space[],
): Promise<ReadonlyMap<number, 'there' | 'full'>> {
  const found = new Map<number, 'there' | 'full'>()
  const unknown = new Map<number, Space>()
  for (const space of wanted) {
    const state = states.get(`${tenantId} ${space.space}`)
    if (state !== undefined) found.set(space.space, state)
    else unknown.set(space.space, space)
  }
  if (unknown.size === 0) return found
  const there = new Set(await findThere(trx, tenantId, [...unknown.keys()]))
  const missing = [...unknown.values()].filter(({ space }) => !there.has(space))
  if (missing.length > 0) {
    for (const space of await makeSpaces(trx, tenantId, missing)) {
      making.add(trx)
      there.add(space)
    }
    const others = missing.flatMap(({ space }) => (there.has(space) ? [] : [space]))
    if (others.length > 0) for (const space of await findThere(trx, tenantId, others)) there.add(space)
  }
  for (const space of unknown.keys()) {
    const state = there.has(space) ? 'there' : 'full'
    found.set(space, state)
    if (!making.has(trx)) states.set(`${tenantId} ${space}`, state)
  }
  return found
}
