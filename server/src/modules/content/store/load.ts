import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { acquireSharedTypeLock, lockTypeShared, type StoredType, withDefinition } from '../../content-model/index.ts'
import { type Market, marketOfTenant } from '../../tenants/index.ts'
import { type ItemState, marketOf, type VariationState } from '../domain/item-state.ts'
import {
  findItemRows,
  findTypeIds,
  findVariations,
  type ItemRow,
  type ItemSelector,
  itemOfVariation,
  itemsWithIds,
  itemWithId,
  type StoredVariation,
  typeOfItem,
  typeOfVariation,
} from './item-read.repository.ts'

export interface LoadedItem {
  readonly item: ItemState
  /** The database's clock when it was read (and locked): the time that a change is written with. */
  readonly at: string
}

/**
 * Loads an item without locks. Consistent in a read-only transaction, which is `repeatable read`.
 */
export async function loadItem(trx: Transaction, tenantId: string, contentItemId: string): Promise<LoadedItem> {
  return only(await load(trx, tenantId, itemWithId(contentItemId), false))
}

/**
 * Loads an item for a change: takes the shared advisory lock of its type, then the row lock of the item, and reads the
 * rest in later statements, which see everything as of the locks. All changes of one item are serialised by this. Item and
 * type are found by subqueries, so that all statements are sent together.
 */
export const lockItemById = async (
  trx: Transaction,
  { tenantId }: Actor,
  contentItemId: string,
): Promise<LoadedItem> => {
  const holding = acquireSharedTypeLock(trx, tenantId, typeOfItem(tenantId, contentItemId))
  const [loaded] = await Promise.all([load(trx, tenantId, itemWithId(contentItemId), true), holding])
  return only(loaded)
}

/** The same by the id of one of its content variations. */
export async function lockItemOf(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
): Promise<LoadedItem & { readonly variationId: string }> {
  const holding = acquireSharedTypeLock(trx, tenantId, typeOfVariation(tenantId, contentVariationId))
  const asked = itemOfVariation(tenantId, contentVariationId)
  const loaded = only((await Promise.all([load(trx, tenantId, asked, true), holding]))[0])
  const variations = loaded.item.isDeleted ? [] : [...loaded.item.variations.values()]
  const { variationId } = found(variations.find((each) => each.contentVariationId === contentVariationId))
  return { ...loaded, variationId }
}

/** Takes the shared locks of these items' types, ordered by id to avoid deadlocks. Call it before locking the items. */
export async function lockTypesShared(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  for (const contentTypeId of await findTypeIds(trx, tenantId, contentItemIds)) {
    await lockTypeShared(trx, tenantId, contentTypeId)
  }
}

/** Many items, in the order of their ids. With `lock`, the caller already has the locks of their types. */
export async function loadItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<LoadedItem[]> {
  return load(trx, tenantId, itemsWithIds(contentItemIds), lock)
}

async function load(trx: Transaction, tenantId: string, asked: ItemSelector, lock: boolean): Promise<LoadedItem[]> {
  // Pipelined: sent without waiting for answers, run one after the other, the row lock first.
  const [rows, variations, market] = await Promise.all([
    findItemRows(trx, tenantId, asked, { lock }),
    findVariations(trx, tenantId, asked),
    marketOfTenant(trx, tenantId),
  ])
  const keys = new Map(rows.map(({ contentTypeId, typeRevision: revision }) => [contentTypeId, revision]))
  const types = await Promise.all(
    [...keys].map(([contentTypeId, revision]) => withDefinition(trx, tenantId, { contentTypeId, revision })),
  )
  return assemble({ rows, variations, market, types: new Map(types.map((type) => [type?.contentTypeId, type])) })
}

interface Parts {
  readonly rows: readonly ItemRow[]
  readonly variations: readonly StoredVariation[]
  readonly market: Market
  /** By their ids. */
  readonly types: ReadonlyMap<string | undefined, StoredType | undefined>
}

function assemble(parts: Parts): LoadedItem[] {
  const market = marketOf(parts.market.variations, parts.market.channels)
  const stored = Map.groupBy(parts.variations, (variation) => variation.contentItemId)
  return parts.rows.map(({ at, typeRevision: _, ...row }) => {
    const byVariation = new Map(
      (stored.get(row.contentItemId) ?? []).map((each) => [each.variationId, variationOfRow(row, each)]),
    )
    const variations = [...market.fallbacks.keys()].flatMap((variationId) => {
      const variation = byVariation.get(variationId)
      return variation === undefined ? [] : [[variationId, variation] as const]
    })
    return {
      at,
      item: {
        ...row,
        ...market,
        type: found(parts.types.get(row.contentTypeId)).type,
        variations: new Map(variations),
      },
    }
  })
}

/** What is live is stored only where it differs from the working copy. */
function variationOfRow(
  item: Pick<ItemRow, 'name' | 'shared'>,
  { live, contentItemId: _, ...variation }: StoredVariation,
): VariationState {
  if (live === null) return { ...variation, snapshot: null }
  const { version, publishedAt, publishedBy } = live
  return {
    ...variation,
    snapshot: {
      version,
      publishedAt,
      publishedBy,
      name: live.name ?? item.name,
      deliveryTargets: live.deliveryTargets ?? variation.deliveryTargets,
      own: live.own ?? variation.own,
      shared: live.shared ?? item.shared,
    },
  }
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Problem('NOT_FOUND')
  return thing
}

const only = (items: readonly LoadedItem[]): LoadedItem => found(items[0])
