import type { BatchItem } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypeByName, type StoredType } from '../../content-model/index.ts'
import { type ComingItems, claimOfKey } from '../batch/find-items.ts'
import { claimKey } from '../domain/unique-values.ts'
import { findDoes, findKeysOfRows, findWaits, hasLinks, type Wait } from '../store/bulk-change-row.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'

/*
 * Rows of one bulk change that wait for others, however far apart they are. The rehearsal accepts a link to a key that another row makes,
 * with an id that stands for the item, and the deletion of an item that another row takes the link from. Once all rows are rehearsed,
 * those that wait for a row which does no such thing are rehearsed again, without it.
 */

const rowsAtOnce = 5_000

/** Whether rows may wait for others: those that link to items by keys, and those that delete items which others link to. */
export async function mayWait(
  trx: Transaction,
  tenantId: string,
  { bulkChangeId, request }: StoredBulkChange,
): Promise<boolean> {
  switch (request.source) {
    case 'file':
      return request.mapping.columns.some(({ target }) => target.kind === 'field' && target.linkedBy !== undefined)
    case 'rows':
      return hasLinks(trx, tenantId, bulkChangeId)
    default:
      return request.source === 'undo'
  }
}

/** By key of an item that is to come, its type. */
export type TypesOfKeys = ReadonlyMap<string, StoredType>

/** The keys that rows of this bulk change may make, without those of rows with a problem, and of those that are named. */
export async function findComing(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  without: ReadonlySet<number>,
): Promise<TypesOfKeys> {
  const types = new Map<string, StoredType | undefined>()
  const typeOfKey = new Map<string, StoredType>()
  for (let after = -1; ; ) {
    const rows = await findKeysOfRows(trx, tenantId, bulkChangeId, { after, limit: rowsAtOnce })
    for (const { key, typeName, position } of rows) {
      after = position
      if (without.has(position)) continue
      if (!types.has(typeName)) types.set(typeName, await findTypeByName(trx, tenantId, typeName))
      const type = types.get(typeName)
      try {
        if (type !== undefined) typeOfKey.set(claimKey(claimOfKey(type, key)), type)
      } catch (error) {
        // A value that is no key is told of with its own row.
        if (!(error instanceof Problem)) throw error
      }
    }
    if (rows.length < rowsAtOnce) return typeOfKey
  }
}

/** The keys that these parts of a batch link to, with the types of their items. */
export async function typesOfLinks(
  trx: Transaction,
  tenantId: string,
  items: readonly BatchItem[],
): Promise<TypesOfKeys> {
  const typeOfKey = new Map<string, StoredType>()
  for (const { technicalContentTypeName, links } of items) {
    for (const key of links.flatMap(({ toKeys }) => toKeys)) {
      const type = await findTypeByName(trx, tenantId, key.technicalContentTypeName ?? technicalContentTypeName)
      if (type !== undefined) typeOfKey.set(claimKey(claimOfKey(type, key)), type)
    }
  }
  return typeOfKey
}

/** Stands for the items with these keys while some rows are planned. */
export function comingOf(types: TypesOfKeys): ComingItems {
  const targets = new Map<string, Target>()
  return {
    idOf: (key) => {
      const type = types.get(key)
      if (type === undefined) return undefined
      const { kind, technicalName: technicalContentTypeName } = type.type
      const target = targets.get(key) ?? { id: newId(), kind, technicalContentTypeName, mimeTypes: [] }
      targets.set(key, target)
      return target.id
    },
    targets: () => new Map([...targets.values()].map((target) => [target.id, target])),
  }
}

type Target = ReturnType<ComingItems['targets']> extends ReadonlyMap<string, infer T> ? T : never

/** The open rows that wait for what no row does, for themselves or through others. */
export async function findVain(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<Set<number>> {
  const waits = new Map<string, Wait[]>()
  await eachPage(
    (page) => findWaits(trx, tenantId, bulkChangeId, page),
    (row) => {
      for (const key of row.waitsFor) waits.set(key, [...(waits.get(key) ?? []), row])
    },
  )
  const vain = new Set<number>()
  if (waits.size === 0) return vain
  const lost = new Set(waits.keys())
  await eachPage(
    (page) => findDoes(trx, tenantId, bulkChangeId, page),
    ({ does }) => lost.delete(does),
  )
  // What is added to a set while it is walked is walked, too.
  for (const key of lost) {
    for (const { position, does } of waits.get(key) ?? []) {
      vain.add(position)
      if (does !== null) lost.add(does)
    }
  }
  return vain
}

async function eachPage<Row extends { readonly position: number }>(
  read: (page: { readonly after: number; readonly limit: number }) => Promise<readonly Row[]>,
  work: (row: Row) => void,
): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await read({ after, limit: rowsAtOnce })
    for (const row of rows) work(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    after = last.position
  }
}
