import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findBinariesByName, findFileNames } from '../../binary/index.ts'
import { itemsReferringTo } from '../../content-index/index.ts'

/** The ids of media items that are not deleted, by the names of the files that their working copies have. */
export async function findMediaByFileName(
  trx: Transaction,
  tenantId: string,
  fileNames: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = await findBinariesByName(trx, tenantId, fileNames)
  if (names.size === 0) return new Map()
  const binaryIds = sql`select unnest(${[...names.keys()]}::uuid[])`
  const { rows } = await sql<{ binaryId: string; contentItemId: string }>`
    select distinct v.binary_id as "binaryId", v.content_item_id as "contentItemId"
    from (${itemsReferringTo(tenantId, 'binary', binaryIds, ['w'])}) found
    join content_variation v on v.tenant_id = ${tenantId} and v.content_item_id = found.content_item_id
    where v.kind = 'media' and not v.is_deleted and v.binary_id = any(${[...names.keys()]}::uuid[])`.execute(trx)
  const byName = new Map<string, Set<string>>()
  for (const { binaryId, contentItemId } of rows) {
    const name = names.get(binaryId) ?? ''
    byName.set(name, (byName.get(name) ?? new Set()).add(contentItemId))
  }
  return new Map([...byName].map(([name, ids]) => [name, [...ids]]))
}

/** The names of the files that the working copies of media items have, by the item's id. */
export async function findFileNamesOfMedia(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ binaryId: string; contentItemId: string }>`
    select distinct binary_id as "binaryId", content_item_id as "contentItemId" from content_variation
    where tenant_id = ${tenantId} and content_item_id = any(${[...contentItemIds]}::uuid[]) and kind = 'media'
      and not is_deleted and binary_id is not null`.execute(trx)
  const names = await findFileNames(trx, tenantId, [...new Set(rows.map(({ binaryId }) => binaryId))])
  const byItem = new Map<string, string[]>()
  for (const { binaryId, contentItemId } of rows) {
    const name = names.get(binaryId)
    if (name !== undefined) byItem.set(contentItemId, [...(byItem.get(contentItemId) ?? []), name])
  }
  return byItem
}
