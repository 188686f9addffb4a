import type { Actor } from '../../../core/actor.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { remove } from '../../content-index/index.ts'
import { lockVariationsShared } from '../../tenants/index.ts'
import { deriveChanges, liveDocument, type VersionAction, workingDocument } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { newVariation } from '../domain/new-variation.ts'
import { changeOfClaims, claimKey, claimsOf } from '../domain/unique-values.ts'
import { deleteCopies } from '../store/item-read.repository.ts'
import type { PlacedVariation } from '../store/item-write.repository.ts'
import { type LoadedItem, loadItems, lockTypesShared } from '../store/load.ts'
import { withMimeTypes, writeIndex, writeRows } from '../store/persist.ts'
import { findClaims, updateClaims } from '../store/unique-value.repository.ts'

/*
 * Changes of many items that follow from a change around them: of their type, of the tenant's variations, of
 * fallbacks. They write no audit entry for each item; the change that caused them has one.
 */

export interface Rewrite {
  readonly by: string
  readonly action: VersionAction
  /** Where another item holds a unique value: `refuse` throws, `leave` keeps the value without a claim. */
  readonly onConflict?: 'refuse' | 'leave'
}

/**
 * Locks these items, applies `rewrite` and writes rows, claims and index entries, the latter also where the state is
 * unchanged, because they may depend on what changed around it. The caller has the locks of their types.
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
  // Compared with the stored claims: claims derived from old values may not fit the changed fields.
  const claims = Map.groupBy(await findClaims(trx, tenantId, ids), (claim) => claim.contentItemId)
  const rewritten: ItemState[] = []
  for (const { item: before, at } of loaded) {
    const cause = { action, by, at }
    const derived = deriveChanges(before, rewrite(before, at), cause)
    const item = await withMimeTypes(trx, tenantId, before, derived.item)
    const had = new Map((claims.get(item.contentItemId) ?? []).map((claim) => [claimKey(claim), claim]))
    await updateClaims(trx, tenantId, item.contentItemId, changeOfClaims(had, claimsOf(item)), onConflict)
    await writeRows(trx, tenantId, before, { ...derived, item }, cause)
    rewritten.push(item)
  }
  await projectAll(trx, tenantId, rewritten.flatMap(placesOf))
}

/** Writes the index entries anew, after a change that touches no value: of fallbacks, or of a type's settings. */
export async function reprojectItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  await rewriteItems(trx, tenantId, contentItemIds, { by: '', action: 'migrate', onConflict: 'leave' }, (item) => item)
}

/** Creates the missing working copies of these items. Idempotent. */
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

/** Removes the working copies, history and snapshots of one variation from these items. */
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
