import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** Notes that a bulk change is an import of the profile; again, it changes nothing. */
export async function insertRun(
  trx: Transaction,
  tenantId: string,
  profileId: string,
  bulkChangeId: string,
): Promise<void> {
  await sql`
    insert into profile_run (tenant_id, saved_choice_id, bulk_change_id) values (${tenantId}, ${profileId}, ${bulkChangeId})
    on conflict (tenant_id, saved_choice_id, bulk_change_id) do nothing`.execute(trx)
}

/** Notes that an import, of whichever profile, is taken back. */
export async function noteUndone(
  trx: Transaction,
  tenantId: string,
  { bulkChangeId, undoneBy }: { readonly bulkChangeId: string; readonly undoneBy: string },
): Promise<void> {
  await sql`
    update profile_run set undone_by = ${undoneBy}
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}`.execute(trx)
}

/** Whether the version `v` is of an import of the profile, or of the undo of one. */
export const isOfProfile = (
  tenantId: string,
  profileId: string,
): RawBuilder<boolean> => sql`coalesce(v.bulk_change_id in (
  select unnest(array[run.bulk_change_id, run.undone_by]) from profile_run run
  where run.tenant_id = ${tenantId} and run.saved_choice_id = ${profileId}), false)`

/** The imports of the profile that were taken back, and the bulk changes that did so. */
export async function findUndone(trx: Transaction, tenantId: string, profileId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; undoneBy: string }>`
    select bulk_change_id as id, undone_by as "undoneBy" from profile_run
    where tenant_id = ${tenantId} and saved_choice_id = ${profileId} and undone_by is not null`.execute(trx)
  return rows.flatMap(({ id, undoneBy }) => [id, undoneBy])
}

/** Of these items, since when the profile has each. */
export async function findProfileItems(
  trx: Transaction,
  tenantId: string,
  profileId: string,
  contentItemIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (contentItemIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; at: string }>`
    select content_item_id as id, first_at as at from profile_item
    where tenant_id = ${tenantId} and saved_choice_id = ${profileId}
      and content_item_id = any(${[...contentItemIds]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Notes the items of an import that it has written. */
export async function insertProfileItems(
  trx: Transaction,
  tenantId: string,
  profileId: string,
  { contentItemIds, at }: { readonly contentItemIds: readonly string[]; readonly at: string },
): Promise<void> {
  if (contentItemIds.length === 0) return
  await sql`
    insert into profile_item (tenant_id, saved_choice_id, content_item_id, first_at)
    select ${tenantId}::uuid, ${profileId}::uuid, id, ${at}::timestamptz from unnest(${[...contentItemIds]}::uuid[]) as id
    on conflict (tenant_id, saved_choice_id, content_item_id) do nothing`.execute(trx)
}

/** Notes the items of an import that are as its file has them. */
export async function insertUnchangedItems(
  trx: Transaction,
  tenantId: string,
  profileId: string,
  { bulkChangeId, at }: { readonly bulkChangeId: string; readonly at: string },
): Promise<void> {
  await sql`
    insert into profile_item (tenant_id, saved_choice_id, content_item_id, first_at)
    select distinct tenant_id, ${profileId}::uuid, content_item_id, ${at}::timestamptz from bulk_change_row
    where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId} and content_item_id is not null
      and outcome = 'unchanged' and not is_left_out and asked ? 'row'
    on conflict (tenant_id, saved_choice_id, content_item_id) do nothing`.execute(trx)
}

/** How many items earlier imports of the profile had that are there. */
export async function countKnown(trx: Transaction, tenantId: string, profileId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from profile_item known
    join content_item item on item.tenant_id = ${tenantId} and item.content_item_id = known.content_item_id and not item.is_deleted
    where known.tenant_id = ${tenantId} and known.saved_choice_id = ${profileId}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Items that earlier imports of the profile had and no row of this one has, in the order of their ids. */
export async function findGone(
  trx: Transaction,
  tenantId: string,
  profileId: string,
  { bulkChangeId, limit }: { readonly bulkChangeId: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select known.content_item_id as id from profile_item known
    join content_item item on item.tenant_id = ${tenantId} and item.content_item_id = known.content_item_id and not item.is_deleted
    left join bulk_change_row row on row.tenant_id = ${tenantId} and row.bulk_change_id = ${bulkChangeId}
      and row.content_item_id = known.content_item_id
    where known.tenant_id = ${tenantId} and known.saved_choice_id = ${profileId} and row.position is null
    order by 1 limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Whether a row of the file has a problem that hides which item it is of. */
export async function hasHiddenItems(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bulk_change_row where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}
      and outcome = 'problem' and content_item_id is null) as found`.execute(trx)
  return rows[0]?.found ?? false
}

/** All that profiles know of an erased item. */
export async function eraseProfileItem(trx: Transaction, tenantId: string, contentItemId: string): Promise<void> {
  await sql`delete from profile_item where tenant_id = ${tenantId} and content_item_id = ${contentItemId}`.execute(trx)
}
