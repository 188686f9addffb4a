import type { Problem } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { technicalNameOf } from '../../content-model/index.ts'

export interface ItemRange {
  readonly contentTypeId?: string
  /** Keyset: the last id of the page before; left out for the first page. */
  readonly after?: string | null
  readonly until?: string
  /** Only items that hold something under one of these names, in a working copy or live. */
  readonly withValuesOf?: readonly string[]
}

/** Ids in order, deleted items included: they can be restored. */
export async function findItemIds(
  trx: Transaction,
  tenantId: string,
  range: ItemRange,
  limit: number,
): Promise<string[]> {
  const { contentTypeId, after, until, withValuesOf } = range
  const { rows } = await sql<{ content_item_id: string }>`
    select item.content_item_id from content_item item
    where item.tenant_id = ${tenantId}
      ${contentTypeId === undefined ? sql`` : sql`and item.content_type_id = ${contentTypeId}`}
      ${after === undefined || after === null ? sql`` : sql`and item.content_item_id > ${after}`}
      ${until === undefined ? sql`` : sql`and item.content_item_id <= ${until}`}
      ${withValuesOf === undefined ? sql`` : sql`and ${holdsAnyOf(tenantId, withValuesOf)}`}
    order by item.content_item_id
    limit ${limit}`.execute(trx)
  return rows.map((row) => row.content_item_id)
}

/** A `null` (deliberately empty) does not count as a value that could be lost. */
const hasValue = (column: string, names: readonly string[]) => sql`exists (
  select from jsonb_each(${sql.ref(column)}) as entry where entry.key = any(${[...names]}) and entry.value <> 'null')`

/** What is live and not stored apart is the same as in the working copy. */
const holdsAnyOf = (tenantId: string, names: readonly string[]) => sql<boolean>`(
  ${hasValue('item.shared', names)}
  or exists (select from content_variation v
    where v.tenant_id = ${tenantId} and v.content_item_id = item.content_item_id
      and (${hasValue('v.own', names)} or ${hasValue('v.live_own', names)} or ${hasValue('v.live_shared', names)})))`

export async function countItemsWithValues(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  name: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from content_item item
    where item.tenant_id = ${tenantId} and item.content_type_id = ${contentTypeId} and ${holdsAnyOf(tenantId, [name])}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

export async function countItems(trx: Transaction, tenantId: string, contentTypeId?: string): Promise<number> {
  const { count } = await trx
    .selectFrom('content_item')
    .where('tenant_id', '=', tenantId)
    .$if(contentTypeId !== undefined, (items) => items.where('content_type_id', '=', contentTypeId ?? ''))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function lastItemId(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('content_item')
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', '=', contentTypeId)
    .select('content_item_id')
    .orderBy('content_item_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.content_item_id
}

/** Renames fields in values, snapshots and history of these items, so that old versions can be read and restored. */
export async function renameStoredValues(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
  renames: ReadonlyMap<string, string>,
): Promise<void> {
  const [names, old] = [JSON.stringify(Object.fromEntries(renames)), [...renames.keys()]]
  const ids = [...contentItemIds]
  await Promise.all([
    sql`update content_item set shared = renamed_keys(shared, ${names})
      where tenant_id = ${tenantId} and content_item_id = any(${ids}) and shared ?| ${old}::text[]`.execute(trx),
    sql`update content_variation
      set own = renamed_keys(own, ${names}),
        live_own = case when live_own is not null then renamed_keys(live_own, ${names}) end,
        live_shared = case when live_shared is not null then renamed_keys(live_shared, ${names}) end
      where tenant_id = ${tenantId} and content_item_id = any(${ids})
        and (own ?| ${old}::text[] or live_own ?| ${old}::text[] or live_shared ?| ${old}::text[])`.execute(trx),
    sql`update content_version version
      set changes = renamed_keys(changes, ${names}),
        changed_fields = array(
          select coalesce(${names}::jsonb ->> field.name, field.name)
          from unnest(changed_fields) with ordinality as field (name, place) order by field.place)
      from content_variation v
      where v.tenant_id = ${tenantId} and v.content_item_id = any(${ids}) and version.tenant_id = ${tenantId}
        and version.content_variation_id = v.content_variation_id and changes ?| ${old}::text[]`.execute(trx),
  ])
}

/** Which of these items are of another type. */
export async function findOfOtherTypes(
  trx: Transaction,
  tenantId: string,
  contentTypeId: string,
  contentItemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (contentItemIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('content_item')
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', 'in', [...contentItemIds])
    .where('content_type_id', '<>', contentTypeId)
    .select('content_item_id')
    .execute()
  return new Set(rows.map((row) => row.content_item_id))
}

/** By content type and field, the items that have a value of their own in one variation. */
export async function findOwnValues(
  trx: Transaction,
  tenantId: string,
  variationId: string,
): Promise<NonNullable<Problem['affected']>> {
  const { rows } = await sql<NonNullable<Problem['affected']>[number]>`
    select ${technicalNameOf(tenantId, sql`v.content_type_id`)} as "technicalName", entry.key as "technicalFieldName", count(*) as "itemCount"
    from content_variation v cross join lateral jsonb_each(v.own) as entry
    where v.tenant_id = ${tenantId} and v.variation_id = ${variationId} and entry.value <> 'null'
    group by 1, 2 order by 1, 2`.execute(trx)
  return rows
}

export async function countCopies(trx: Transaction, tenantId: string, variationId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('content_variation')
    .where('tenant_id', '=', tenantId)
    .where('variation_id', '=', variationId)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findItemsIn(
  trx: Transaction,
  tenantId: string,
  variationId: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('content_variation')
    .where('tenant_id', '=', tenantId)
    .where('variation_id', '=', variationId)
    .select('content_item_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.content_item_id)
}

/** Which of these variations some item has no working copy in, in their order. */
export async function findLackingVariations(
  trx: Transaction,
  tenantId: string,
  variationIds: readonly string[],
  contentItemIds?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ variation_id: string }>`
    select variation.variation_id from unnest(${[...variationIds]}::uuid[]) with ordinality as variation (variation_id, place)
    where exists (
      select from content_item item
      where item.tenant_id = ${tenantId}
        ${contentItemIds === undefined ? sql`` : sql`and item.content_item_id = any(${[...contentItemIds]})`}
        and not exists (
          select from content_variation v where v.tenant_id = ${tenantId}
            and v.content_item_id = item.content_item_id and v.variation_id = variation.variation_id))
    order by variation.place`.execute(trx)
  return rows.map((row) => row.variation_id)
}

/** The items of content variations; those that are nobody's are left out. */
export async function findItemsOfVariations(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<{ readonly contentVariationId: string; readonly contentItemId: string }[]> {
  const { rows } = await sql<{ contentVariationId: string; contentItemId: string }>`
    select content_variation_id as "contentVariationId", content_item_id as "contentItemId" from content_variation
    where tenant_id = ${tenantId} and content_variation_id = any(${contentVariationIds}::uuid[])`.execute(trx)
  return rows
}
