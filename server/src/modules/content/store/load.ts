import type { Variation } from '@pim/contract'
import type { Actor } from '../../../core/actor.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypeById, lockTypeShared, lockTypeSharedBy, type StoredType } from '../../content-model/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import {
  type AskedItems,
  findItemPlace,
  findItemRows,
  findTypeIds,
  findVariations,
  type ItemRow,
  itemOfVariation,
  itemsWithIds,
  itemWithId,
  type StoredVariation,
  typeOfVariation,
} from './item-read.repository.ts'

export interface LoadedItem {
  readonly item: ItemState
  /** The clock when it was read; what a change writes as its time. */
  readonly at: string
}

/**
 * For reading. Of one consistent state, because read-only transactions are; nothing waits for it and it waits for
 * nothing.
 */
export async function loadItem(trx: Transaction, tenantId: string, contentItemId: string): Promise<LoadedItem> {
  return only(await load(trx, tenantId, itemWithId(contentItemId), false))
}

/**
 * For writing: the type is held, then the item's row, and only then is anything read, in statements that begin after
 * the locks are had. Everything that changes an item comes through here, so changes of one item stand in a row.
 */
export async function lockItem(
  trx: Transaction,
  tenantId: string,
  place: { readonly contentItemId: string; readonly contentTypeId: string },
): Promise<LoadedItem> {
  const holding = lockTypeShared(trx, tenantId, place.contentTypeId)
  const [loaded, type] = await Promise.all([readParts(trx, tenantId, itemWithId(place.contentItemId), true), holding])
  return only(assemble(loaded, () => found(type)))
}

export async function lockItemById(trx: Transaction, { tenantId }: Actor, contentItemId: string): Promise<LoadedItem> {
  const place = await findItemPlace(trx, tenantId, contentItemId)
  return lockItem(trx, tenantId, found(place))
}

/**
 * By the id of one of its content variations; answers also which one that is. The database finds out itself which item
 * and which type that means, so all of it is asked in one go.
 */
export async function lockItemOf(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
): Promise<LoadedItem & { readonly variationId: string }> {
  const holding = lockTypeSharedBy(trx, tenantId, typeOfVariation(tenantId, contentVariationId))
  const asked = itemOfVariation(tenantId, contentVariationId)
  const [parts, type] = await Promise.all([readParts(trx, tenantId, asked, true), holding])
  const loaded = only(assemble(parts, () => found(type)))
  const variations = loaded.item.isDeleted ? [] : [...loaded.item.variations.values()]
  const { variationId } = found(variations.find((each) => each.contentVariationId === contentVariationId))
  return { ...loaded, variationId }
}

/** Holds the types of these items, in one order for everybody. Before any of them is locked. */
export async function lockTypesShared(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  for (const contentTypeId of await findTypeIds(trx, tenantId, contentItemIds)) {
    await lockTypeShared(trx, tenantId, contentTypeId)
  }
}

/** Many at once, in the order of their ids. Whoever locks holds their types already, or changes them. */
export async function loadItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<LoadedItem[]> {
  return load(trx, tenantId, itemsWithIds(contentItemIds), lock)
}

async function load(trx: Transaction, tenantId: string, asked: AskedItems, lock: boolean): Promise<LoadedItem[]> {
  const parts = await readParts(trx, tenantId, asked, lock)
  const typeIds = [...new Set(parts.rows.map((row) => row.contentTypeId))]
  const types = await Promise.all(typeIds.map((contentTypeId) => findTypeById(trx, tenantId, contentTypeId)))
  const byId = new Map(types.map((type) => [type?.contentTypeId, type]))
  return assemble(parts, (contentTypeId) => found(byId.get(contentTypeId)))
}

interface Parts {
  readonly rows: readonly ItemRow[]
  readonly variations: readonly StoredVariation[]
  readonly tenantVariations: readonly Variation[]
}

async function readParts(trx: Transaction, tenantId: string, asked: AskedItems, lock: boolean): Promise<Parts> {
  // Sent behind each other without waiting; the database takes them one by one, the lock first.
  const [rows, variations, tenantVariations] = await Promise.all([
    findItemRows(trx, tenantId, asked, { lock }),
    findVariations(trx, tenantId, asked),
    variationsOf(trx, tenantId),
  ])
  return { rows, variations, tenantVariations }
}

function assemble(parts: Parts, typeOf: (contentTypeId: string) => StoredType): LoadedItem[] {
  const market = marketOf(parts.tenantVariations)
  const stored = Map.groupBy(parts.variations, (variation) => variation.contentItemId)
  return parts.rows.map(({ at, ...row }) => {
    const byVariation = new Map((stored.get(row.contentItemId) ?? []).map((each) => [each.variationId, each]))
    const variations = [...market.fallbacks.keys()].flatMap((variationId) => {
      const variation = byVariation.get(variationId)
      return variation === undefined ? [] : [[variationId, variation] as const]
    })
    return {
      at,
      item: {
        ...row,
        ...market,
        type: typeOf(row.contentTypeId).type,
        variations: new Map(variations),
      },
    }
  })
}

export const marketOf = (variations: readonly Variation[]): Pick<ItemState, 'fallbacks' | 'languages'> => ({
  fallbacks: new Map(variations.map((each) => [each.variationId, each.fallbackVariationId])),
  languages: new Map(variations.map((each) => [each.variationId, each.languageCode])),
})

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Problem('NOT_FOUND')
  return thing
}

const only = (items: readonly LoadedItem[]): LoadedItem => found(items[0])
