import type { Actor } from '../../../core/actor.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { remove } from '../../content-index/index.ts'
import { lockVariationsShared } from '../../tenants/index.ts'
import { liveDocument, settle, type VersionAction, workingDocument } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { newVariation } from '../domain/new-variation.ts'
import { changeOfClaims, claimKey, claimsOf } from '../domain/unique-values.ts'
import { deleteCopies } from '../store/item-read.repository.ts'
import type { PlacedVariation } from '../store/item-write.repository.ts'
import { type LoadedItem, loadItems, lockTypesShared } from '../store/load.ts'
import { withMimeTypes, writeIndex, writeRows } from '../store/persist.ts'
import { findClaims, settleClaims } from '../store/unique-value.repository.ts'

/*
 * What becomes of content when something around it changes: its type, the variations of the tenant, what they fall
 * back to. For many items at a time and in the background, so these write no audit line of their own.
 */

export interface Rewrite {
  readonly by: string
  readonly action: VersionAction
  /** What to do where a unique value turns out to be taken; `leave` refuses nothing. */
  readonly onConflict?: 'refuse' | 'leave'
}

/**
 * Locks these items, makes of each what `rewrite` says, and brings everything that follows from them in line: also
 * where the state stays the very same, because what follows from it may not. The caller holds their types.
 */
export async function rewriteItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  rewriting: Rewrite,
  rewrite: (item: ItemState) => ItemState,
): Promise<void> {
  if (contentItemIds.length === 0) return
  const loaded = await loadItems(trx, tenantId, contentItemIds, { lock: true })
  await migrateItems(trx, tenantId, loaded, rewriting, rewrite)
}

async function migrateItems(
  trx: Transaction,
  tenantId: string,
  loaded: readonly LoadedItem[],
  { by, action, onConflict = 'refuse' }: Rewrite,
  rewrite: (item: ItemState, at: string) => ItemState,
): Promise<void> {
  if (loaded.length === 0) return
  const ids = loaded.map(({ item }) => item.contentItemId)
  // Against what is really taken: values from before may not fit the fields that there are now.
  const claims = Map.groupBy(await findClaims(trx, tenantId, ids), (claim) => claim.contentItemId)
  const rewritten: ItemState[] = []
  for (const { item: before, at } of loaded) {
    const act = { action, by, at }
    const settled = settle(before, rewrite(before, at), act)
    const item = await withMimeTypes(trx, tenantId, before, settled.item)
    const had = new Map((claims.get(item.contentItemId) ?? []).map((claim) => [claimKey(claim), claim]))
    await settleClaims(trx, tenantId, item.contentItemId, changeOfClaims(had, claimsOf(item)), onConflict)
    await writeRows(trx, tenantId, before, { ...settled, item }, act)
    rewritten.push(item)
  }
  await projectAll(trx, tenantId, rewritten.flatMap(placesOf))
}

/** After a change of fallbacks or of a type that touches no value: what is shown is worked out anew. */
export async function reprojectItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  await rewriteItems(trx, tenantId, contentItemIds, { by: '', action: 'migrate', onConflict: 'leave' }, (item) => item)
}

/** Gives these items a working copy in each variation that they lack; whoever has all is left alone. */
export async function createMissingVariations(
  trx: Transaction,
  { tenantId, userId }: Actor,
  contentItemIds: readonly string[],
): Promise<{ created: number; skipped: number }> {
  await lockVariationsShared(trx, tenantId)
  await lockTypesShared(trx, tenantId, contentItemIds)
  const loaded = await loadItems(trx, tenantId, contentItemIds, { lock: true })
  const missingIn = (item: ItemState) => item.fallbacks.size - item.variations.size
  const lacking = loaded.filter(({ item }) => missingIn(item) > 0)
  const rewriting = { by: userId, action: 'create', onConflict: 'leave' } as const
  await migrateItems(trx, tenantId, lacking, rewriting, (item, at) => withAllVariations(item, userId, at))
  return {
    created: lacking.reduce((sum, { item }) => sum + missingIn(item), 0),
    skipped: loaded.reduce((sum, { item }) => sum + item.variations.size, 0),
  }
}

const withAllVariations = (item: ItemState, by: string, at: string): ItemState => ({
  ...item,
  variations: new Map(
    [...item.fallbacks].map(([variationId, fallbackVariationId]) => [
      variationId,
      item.variations.get(variationId) ?? newVariation(item.type, variationId, fallbackVariationId, { by, at }),
    ]),
  ),
})

/** Takes working copies, their history and what is live of them out of a variation that goes. */
export async function removeVariation(
  trx: Transaction,
  { tenantId, userId }: Actor,
  variationId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  const loaded = await loadItems(trx, tenantId, contentItemIds, { lock: true })
  const ids = loaded.flatMap(({ item }) => item.variations.get(variationId)?.contentVariationId ?? [])
  if (ids.length === 0) return
  await remove(trx, tenantId, ids)
  await deleteCopies(trx, tenantId, ids)
  const rewriting = { by: userId, action: 'migrate', onConflict: 'leave' } as const
  await migrateItems(trx, tenantId, loaded, rewriting, (item) => ({
    ...item,
    variations: new Map([...item.variations].filter(([id]) => id !== variationId)),
  }))
}

const placesOf = (item: ItemState): PlacedVariation[] =>
  [...item.variations.values()].map((variation) => ({ item, variation }))

async function projectAll(trx: Transaction, tenantId: string, placed: readonly PlacedVariation[]): Promise<void> {
  const live = placed.map(({ item, variation }) => liveDocument(item, variation))
  await writeIndex(trx, tenantId, {
    working: placed.map(({ item, variation }) => workingDocument(item, variation)),
    live: live.filter((document) => document !== undefined),
    withdrawn: placed.flatMap(({ variation }, at) =>
      variation.snapshot !== null && live[at] === undefined ? [variation.contentVariationId] : [],
    ),
  })
}
