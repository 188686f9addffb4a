import type { Problem } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { TypeChange } from '../../content-model/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import { renameValues, rewriteItem } from '../domain/type-conversion.ts'
import { claimKey, claimsOf } from '../domain/unique-values.ts'
import { countItemsWithValues, findItemIds, findOfOtherTypes } from '../store/item-range.repository.ts'
import { loadItems } from '../store/load.ts'
import { withContents } from '../store/long-contents.ts'
import { findHolders } from '../store/unique-value.repository.ts'

type Affected = NonNullable<Problem['affected']>

const batchSize = 200
/** Items whose values are checked one by one; beyond, the number of affected items is an upper bound. */
const maxItemsInspected = 10_000

/** By field, how many items would lose a value by a change of their type. Writes nothing. */
export async function findLosses(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  change: TypeChange,
  defaultVariationId: string,
): Promise<Affected> {
  const items = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const { technicalName } of change.removed) {
    const count = await countItemsWithValues(trx, tenantId, contentTypeId, technicalName)
    if (count > 0) counts.set(technicalName, count)
  }
  const looked = await lookAtItems(trx, tenantId, contentTypeId, change, defaultVariationId, items)
  for (const [name, ids] of items) counts.set(name, ids.size)
  if (!looked) {
    // An upper bound: all items that have a value there.
    for (const { before, after } of inspectedFields(change)) {
      counts.set(after.technicalName, await countItemsWithValues(trx, tenantId, contentTypeId, before.technicalName))
    }
  }
  return [...counts].map(([technicalFieldName, itemCount]) => ({
    technicalName: change.after.technicalName,
    technicalFieldName,
    itemCount,
  }))
}

const inspectedFields = (change: TypeChange) => [
  ...new Set([...change.narrowed, ...change.madeShared, ...change.madeUnique]),
]

/** Adds to `affected`; false where there were more items than the limit. */
async function lookAtItems(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  change: TypeChange,
  defaultVariationId: string,
  affected: Map<string, Set<string>>,
): Promise<boolean> {
  const names = inspectedFields(change).map(({ before }) => before.technicalName)
  if (names.length === 0) return true
  const remaining = { ...change, removed: [] }
  const narrowed = new Set(change.narrowed.map(({ after }) => after.technicalName))
  const taken = new Set<string>()
  const note = (name: string, contentItemId: string) => {
    const ids = affected.get(name) ?? new Set()
    affected.set(name, ids.add(contentItemId))
  }
  let after: string | undefined
  for (let looked = 0; ; looked += batchSize) {
    const range = { contentTypeId, withValuesOf: names, ...(after !== undefined && { after }) }
    const ids = await findItemIds(trx, tenantId, range, batchSize)
    if (ids.length > 0 && looked >= maxItemsInspected) return false
    const rewritten: ItemState[] = []
    for (const { item } of await loadItems(trx, tenantId, ids, { lock: false })) {
      const whole = await withContents(trx, tenantId, renameValues(item, change.renames), narrowed)
      const outcome = rewriteItem(whole, remaining, defaultVariationId)
      for (const name of outcome.affected) note(name, item.contentItemId)
      rewritten.push(outcome.item)
    }
    const duplicates = await duplicatesAmong(trx, tenantId, contentTypeId, rewritten, change, taken, 'of other types')
    for (const [contentItemId, fields] of duplicates) for (const name of fields) note(name, contentItemId)
    after = ids.at(-1)
    if (ids.length < batchSize) return true
  }
}

/** By item, the fields whose value another item has already, for fields that become unique. */
export async function findDuplicates(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  contentItemIds: readonly string[],
  change: TypeChange,
  defaultVariationId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (change.madeUnique.length === 0) return new Map()
  const loaded = await loadItems(trx, tenantId, contentItemIds, { lock: false })
  const narrowed = new Set(change.narrowed.map(({ after }) => after.technicalName))
  const rewritten: ItemState[] = []
  for (const { item } of loaded)
    rewritten.push(rewriteItem(await withContents(trx, tenantId, item, narrowed), change, defaultVariationId).item)
  return duplicatesAmong(trx, tenantId, contentTypeId, rewritten, change, new Set(), 'anybody')
}

/**
 * Goes through the items in order; the first with a value keeps it. `taken` is kept by the caller across batches. A
 * claim in the unique index counts as taken, too; before the change is written ('of other types') claims of items of
 * this type are ignored, because they were made under the old settings.
 */
async function duplicatesAmong(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  items: readonly ItemState[],
  change: TypeChange,
  taken: Set<string>,
  holders: 'of other types' | 'anybody',
): Promise<Map<string, Set<string>>> {
  const duplicates = new Map<string, Set<string>>()
  const names = new Set(change.madeUnique.map(({ after }) => after.technicalName))
  if (names.size === 0) return duplicates
  const claims = items.map((item) => ({
    contentItemId: item.contentItemId,
    claims: [...claimsOf(item).values()].filter(({ technicalFieldName }) => names.has(technicalFieldName)),
  }))
  const held = await findHolders(
    trx,
    tenantId,
    claims.flatMap((each) => each.claims),
  )
  const others = await findOfOtherTypes(
    trx,
    tenantId,
    contentTypeId,
    held.map(({ contentItemId }) => contentItemId),
  )
  const counting = held.filter(({ contentItemId }) => holders === 'anybody' || others.has(contentItemId))
  const holderOf = new Map(counting.map((holder) => [claimKey(holder), holder.contentItemId]))
  for (const { contentItemId, claims: wanted } of claims) {
    for (const claim of wanted) {
      const key = claimKey(claim)
      const holder = holderOf.get(key)
      if (taken.has(key) || (holder !== undefined && holder !== contentItemId)) {
        const fields = duplicates.get(contentItemId) ?? new Set()
        duplicates.set(contentItemId, fields.add(claim.technicalFieldName))
      }
    }
    for (const claim of wanted) taken.add(claimKey(claim))
  }
  return duplicates
}
