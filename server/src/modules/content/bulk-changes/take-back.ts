import type { BatchItem, KeptChange } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { nameEntry, targetsEntry } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { fieldsOf, isShared, type Slot } from '../domain/values.ts'
import { findUsers } from '../operations/delete-item.ts'
import { findSlotsOfVersions, type KeptSlot } from '../store/history.repository.ts'
import { wholeSlots } from '../store/long-contents.ts'
import { askedOf } from './asked-item.ts'
import type { WrittenVersions } from './bulk-change.ts'

interface TakenBack {
  readonly asked?: BatchItem
  readonly isDeletion?: true
  readonly kept: readonly KeptChange[]
  readonly problem?: Problem
}

/**
 * What takes these versions back: the value before for each field that nobody has changed since, and an item that was made is
 * deleted. What somebody has changed stays as it is, and is named.
 */
export async function takenBack(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  { isCreated, versions }: WrittenVersions,
): Promise<TakenBack> {
  if (isCreated) return deletionOf(trx, tenantId, item, versions)
  const slots = await findSlotsOfVersions(trx, tenantId, new Map(Object.entries(versions)))
  return backOf(trx, tenantId, item, slots)
}

async function deletionOf(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  versions: WrittenVersions['versions'],
): Promise<TakenBack> {
  const later = [...item.variations.values()].filter(
    ({ contentVariationId, version }) => version > (versions[contentVariationId] ?? 0),
  )
  if (later.length === 0) {
    const usedBy = await findUsers(trx, tenantId, item.contentItemId)
    return usedBy.length === 0
      ? { isDeletion: true, kept: [] }
      : { kept: [], problem: new Problem('IN_USE', { usedBy }) }
  }
  const fieldErrors = later.map(({ variationId }) => ({
    technicalFieldName: nameEntry,
    code: 'CHANGED_SINCE' as const,
    message: 'was made by the bulk change, and changed since',
    variationId,
  }))
  const kept = later.map(({ variationId, modifiedBy: by, modifiedAt: at }) => ({
    technicalFieldName: nameEntry,
    variationId,
    by,
    at,
  }))
  return { kept, problem: new Problem('VALIDATION_FAILED', { fieldErrors }) }
}

async function backOf(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  slots: readonly KeptSlot[],
): Promise<TakenBack> {
  const fields = fieldsOf(item.type)
  const variations = new Map([...item.variations.values()].map((each) => [each.contentVariationId, each.variationId]))
  const edits = new Map<string, Map<string, Slot>>()
  const kept: KeptChange[] = []
  const seen = new Set<string>()
  let name: string | undefined
  for (const { contentVariationId, name: entry, before, later } of inOrder(slots, variations)) {
    const variationId = variations.get(contentVariationId)
    const field = fields.get(entry)
    const ofItem = entry === nameEntry || (field !== undefined && isShared(field))
    if (variationId === undefined || (ofItem && seen.has(entry))) continue
    // What the type no longer has is not brought back.
    if (field === undefined && entry !== nameEntry && entry !== targetsEntry) continue
    seen.add(entry)
    if (later !== null) kept.push({ technicalFieldName: entry, variationId: ofItem ? null : variationId, ...later })
    else if (entry === nameEntry) name = typeof before?.value === 'string' ? before.value : undefined
    else {
      const all = edits.get(variationId) ?? new Map<string, Slot>()
      // A shared value has nothing to inherit from: none and deliberately none are the same.
      edits.set(variationId, all.set(entry, ofItem && before === undefined ? { value: null } : before))
    }
  }
  const whole = new Map<string, Map<string, Slot>>()
  for (const [variationId, asked] of edits)
    whole.set(variationId, await wholeSlots(trx, tenantId, item.contentItemId, asked))
  return { kept, asked: askedOf(item, whole, name) }
}

/** The variations in the order of the item, so that what they share is always taken back in the same one. */
function inOrder(slots: readonly KeptSlot[], variations: ReadonlyMap<string, string>): KeptSlot[] {
  const places = [...variations.keys()]
  return [...slots].sort(
    (a, b) => places.indexOf(a.contentVariationId) - places.indexOf(b.contentVariationId) || (a.name < b.name ? -1 : 1),
  )
}
