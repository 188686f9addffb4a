import type { Actor } from '../../../core/caller.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockVariationsShared } from '../../tenants/index.ts'
import { type AuditNote, auditNoteOfItem } from '../domain/audit-notes.ts'
import type { VersionAction } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { newVariation } from '../domain/new-variation.ts'
import { type LoadedItem, loadItems, lockTypesShared } from '../store/load.ts'
import { withContents } from '../store/long-contents.ts'
import { persistAll } from '../store/persist.ts'
import { writeDerived } from '../store/write-derived.ts'

/*
 * Changes of many items that follow from a change around them: of their type, of the tenant's variations, of
 * fallbacks. They write no audit entry for each item where the change that caused them has one.
 */

export interface Rewrite {
  readonly by: string
  readonly action: VersionAction
  /** Where another item holds a unique value: `refuse` throws, `leave` keeps the value without a claim. */
  readonly onConflict?: 'refuse' | 'leave'
  /** The fields whose values are looked into: long ones are read from their store. */
  readonly reads?: ReadonlySet<string>
  /** The audit entry of each item; left out where the change around them has one. */
  readonly noteOf?: (item: ItemState) => AuditNote
}

/**
 * Locks these items, applies `rewrite` and writes rows, claims and index entries, the last two also where the state is
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
  const { reads } = rewriting
  if (reads === undefined || reads.size === 0) {
    await migrateItems(trx, tenantId, loaded, rewriting, rewrite)
    return
  }
  const whole = new Map<ItemState, ItemState>()
  for (const { item } of loaded) whole.set(item, await withContents(trx, tenantId, item, reads))
  await migrateItems(trx, tenantId, loaded, rewriting, (item) => rewrite(whole.get(item) ?? item))
}

async function migrateItems(
  trx: Transaction,
  tenantId: string,
  loaded: readonly LoadedItem[],
  { by, action, onConflict = 'refuse', noteOf }: Rewrite,
  rewrite: (item: ItemState, at: string) => ItemState,
): Promise<void> {
  const changes = loaded.map(({ item: before, at }) => ({
    before,
    wanted: rewrite(before, at),
    cause: { action, by, at },
    ...(noteOf && { note: noteOf(before) }),
  }))
  await persistAll(trx, tenantId, changes, { onConflict, rebuild: true })
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

/**
 * Makes readiness and completeness anew, after a change that touches neither values nor index entries: of channels.
 * `withNames`: also the names in lists, which another default variation changes.
 */
export async function deriveItems(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  options: { readonly withNames?: boolean } = {},
): Promise<void> {
  await lockTypesShared(trx, tenantId, contentItemIds)
  const loaded = await loadItems(trx, tenantId, contentItemIds, { lock: true })
  await writeDerived(
    trx,
    tenantId,
    loaded.map(({ item }) => item),
    options,
  )
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
  const noteOf = (item: ItemState) => {
    const variationIds = [...item.fallbacks.keys()].filter((id) => !item.variations.has(id))
    return auditNoteOfItem('resync', item.contentItemId, { variationIds })
  }
  const rewriting = { by: userId, action: 'create', onConflict: 'leave', noteOf } as const
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
  const rewriting = { by: userId, action: 'migrate', onConflict: 'leave' } as const
  await migrateItems(trx, tenantId, loaded, rewriting, (item) => ({
    ...item,
    variations: new Map([...item.variations].filter(([id]) => id !== variationId)),
  }))
}
