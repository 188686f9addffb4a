import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { remove } from '../projection/index.ts'
import { findClaims } from './claim-repository.ts'
import { changeOfClaims, claimChange, claimKey, claimsOf } from './claims.ts'
import type { ItemState, VariationState } from './item-state.ts'
import { holdTypesOf, type LoadedItem, loadItems } from './load.ts'
import { withMimeTypes, writeRows } from './persist.ts'
import { liveDocument, project, workingDocument } from './projecting.ts'
import { deleteCopies, findCopiesIn } from './repository.ts'
import { settle, type VersionAction } from './settle.ts'
import { settleClaims } from './settle-claims.ts'
import type { PlacedVariation } from './write-repository.ts'

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
  { by, action, onConflict = 'refuse' }: Rewrite,
  rewrite: (item: ItemState) => ItemState,
): Promise<void> {
  if (contentItemIds.length === 0) return
  const loaded = await loadItems(trx, tenantId, contentItemIds, { lock: true })
  const claims = Map.groupBy(await findClaims(trx, tenantId, contentItemIds), (claim) => claim.contentItemId)
  const rewritten: ItemState[] = []
  for (const { item: before, at } of loaded) {
    const act = { action, by, at }
    const settled = settle(before, rewrite(before), act)
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
  await holdTypesOf(trx, tenantId, contentItemIds)
  await rewriteItems(trx, tenantId, contentItemIds, { by: '', action: 'migrate', onConflict: 'leave' }, (item) => item)
}

/**
 * Gives these items an empty, inheriting working copy in each variation that they lack; whoever has all is left alone.
 * Answers how many were made.
 */
export async function createMissingVariations(
  trx: Transaction,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  contentItemIds: readonly string[],
): Promise<number> {
  await holdTypesOf(trx, tenantId, contentItemIds)
  const lacking = (await loadItems(trx, tenantId, contentItemIds, { lock: true })).filter(
    ({ item }) => item.variations.size < item.fallbacks.size,
  )
  const added: PlacedVariation[] = []
  for (const { item: before, at } of lacking) {
    const act = { action: 'create', by: userId, at } as const
    const settled = settle(before, withAllVariations({ item: before, at }, userId), act)
    const item = await withMimeTypes(trx, tenantId, before, settled.item)
    await settleClaims(trx, tenantId, item.contentItemId, claimChange(before, item), 'leave')
    await writeRows(trx, tenantId, before, { ...settled, item }, act)
    for (const variation of item.variations.values()) {
      if (!before.variations.has(variation.variationId)) added.push({ item, variation })
    }
  }
  await projectAll(trx, tenantId, added)
  return added.length
}

function withAllVariations({ item, at }: LoadedItem, userId: string): ItemState {
  const variations = [...item.fallbacks.keys()].map((variationId): [string, VariationState] => [
    variationId,
    item.variations.get(variationId) ?? {
      contentVariationId: newId(),
      variationId,
      status: 'draft',
      version: 1,
      own: {},
      deliveryTargets: [],
      snapshot: null,
      hasUnpublishedChanges: false,
      completeness: 0,
      binaryId: null,
      mimeType: null,
      createdAt: at,
      createdBy: userId,
      modifiedAt: at,
      modifiedBy: userId,
    },
  ])
  return { ...item, variations: new Map(variations) }
}

/**
 * Takes working copies, and what is live of them, out of a variation that goes: so many at a time, until it answers
 * zero. Nobody falls back to the variation by then, so nobody else's values change.
 */
export async function removeFromVariation(
  trx: Transaction,
  tenantId: string,
  variationId: string,
  limit: number,
): Promise<number> {
  const found = await findCopiesIn(trx, tenantId, variationId, limit)
  if (found.length === 0) return 0
  const itemIds = found.map(({ contentItemId }) => contentItemId)
  await holdTypesOf(trx, tenantId, itemIds)
  const loaded = await loadItems(trx, tenantId, itemIds, { lock: true })
  for (const { item } of loaded) {
    const variations = new Map(item.variations)
    variations.delete(variationId)
    await settleClaims(trx, tenantId, item.contentItemId, claimChange(item, { ...item, variations }))
  }
  const ids = found.map(({ contentVariationId }) => contentVariationId)
  await remove(trx, tenantId, ids)
  await deleteCopies(trx, tenantId, ids)
  return found.length
}

const placesOf = (item: ItemState): PlacedVariation[] =>
  [...item.variations.values()].map((variation) => ({ item, variation }))

async function projectAll(trx: Transaction, tenantId: string, placed: readonly PlacedVariation[]): Promise<void> {
  const live = placed.map(({ item, variation }) => liveDocument(item, variation))
  await project(trx, tenantId, {
    working: placed.map(({ item, variation }) => workingDocument(item, variation)),
    live: live.filter((document) => document !== undefined),
    withdrawn: placed.flatMap(({ variation }, at) =>
      variation.snapshot !== null && live[at] === undefined ? [variation.contentVariationId] : [],
    ),
  })
}
