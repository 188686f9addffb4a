import { behaviourOf } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findLastEntries } from '../../audit/index.ts'
import { findDeletedWithKeys, keysOfValue } from '../../content-index/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import { claimKey, claimsOf } from '../domain/unique-values.ts'
import { fieldsOf } from '../domain/values.ts'
import { loadItems } from '../store/load.ts'
import type { Entry } from './batch-entry.ts'

/**
 * Fails the new items whose key a deleted item has: a source that has the item again does not bring back what staff have deleted. What a
 * bulk change has deleted is made anew: an import whose file had it no more, or the undo of an import.
 */
export async function refuseDeleted(trx: Transaction, tenantId: string, entries: readonly Entry[]): Promise<void> {
  const made = entries.filter(
    ({ problem, before, key }) => problem === undefined && before === null && key !== undefined,
  )
  const deletedOf = await findDeleted(trx, tenantId, made)
  if (deletedOf.size === 0) return
  const ids = [...deletedOf.values()].map(({ contentItemId }) => contentItemId)
  const deletions = await findLastEntries(trx, tenantId, 'contentItem.delete', ids)
  const inBulk = new Set(
    deletions.flatMap(({ entityId, details }) => (details.bulkChangeId === undefined ? [] : [entityId])),
  )
  for (const entry of made) {
    const item = entry.key && deletedOf.get(claimKey(entry.key))
    if (item === undefined || inBulk.has(item.contentItemId)) continue
    entry.deleted = item
    entry.problem = new Problem('ITEM_DELETED', { usedBy: [{ contentItemId: item.contentItemId, name: item.name }] })
  }
}

/** By key, the item that had it and was deleted; of several, the one that was changed last. */
async function findDeleted(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, ItemState>> {
  const fields = new Map<string, { contentTypeId: string; technicalFieldName: string; keys: string[] }>()
  for (const { asked, state } of entries) {
    const field = fieldsOf(state.type).get(asked.key?.technicalFieldName ?? '')
    if (field === undefined) continue
    const { technicalName: technicalFieldName } = field
    const { contentTypeId } = state
    const of = fields.get(`${contentTypeId} ${technicalFieldName}`) ?? { contentTypeId, technicalFieldName, keys: [] }
    const { value } = behaviourOf(field).read(asked.key?.value)
    of.keys.push(...keysOfValue(field, value).map(({ key }) => key))
    fields.set(`${contentTypeId} ${technicalFieldName}`, of)
  }
  const ids = new Set<string>()
  for (const { keys, ...field } of fields.values())
    for (const id of await findDeletedWithKeys(trx, tenantId, field, keys)) ids.add(id)
  if (ids.size === 0) return new Map()
  const items = (await loadItems(trx, tenantId, [...ids].sort(), { lock: false })).map(({ item }) => item)
  const byKey = new Map<string, ItemState>()
  for (const item of items.toSorted((a, b) => (a.modifiedAt < b.modifiedAt ? -1 : 1)))
    for (const key of claimsOf({ ...item, isDeleted: false }).keys()) byKey.set(key, item)
  return byKey
}
