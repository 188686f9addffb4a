import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { VariationState } from '../domain/item-state.ts'
import type { Values } from '../domain/values.ts'
import type { ContentTables } from './tables.ts'

export interface ItemRow {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly kind: ContentTables['content_item']['kind']
  readonly name: string
  readonly isDeleted: boolean
  readonly createdAt: string
  readonly createdBy: string
  readonly modifiedAt: string
  readonly modifiedBy: string
  readonly shared: Values
  /** The database's clock when the row was read (and locked): the time that a change is written with. */
  readonly at: string
}

/** Item and type of a content variation. Neither ever changes, so no lock is needed. */
export async function findPlace(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
): Promise<Place | undefined> {
  const rows = await prepared(
    trx,
    'content-place',
    sql<Place>`
      select content_item_id as "contentItemId", content_type_id as "contentTypeId", variation_id as "variationId"
      from content_variation where tenant_id = ${tenantId} and content_variation_id = ${contentVariationId}`,
  )
  return rows[0]
}

export interface Place {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly variationId: string
}

/**
 * A condition on the item's id, with the name of the prepared statement that it makes. One id and a list of ids have
 * statements of their own, because the plan for a list is not reused.
 */
export interface ItemSelector {
  readonly name: string
  readonly id: RawBuilder<unknown>
}

export const itemsWithIds = (ids: readonly string[]): ItemSelector => ({ name: 'many', id: sql`= any(${ids})` })

export const itemWithId = (contentItemId: string): ItemSelector => ({ name: 'one', id: sql`= ${contentItemId}` })

/** By one of its variations, as a subquery: saves the round trip of looking the item up first. */
export const itemOfVariation = (tenantId: string, contentVariationId: string): ItemSelector => ({
  name: 'of-variation',
  id: sql`= ${placeOf(tenantId, contentVariationId, 'content_item_id')}`,
})

export const typeOfVariation = (tenantId: string, contentVariationId: string) => ({
  name: 'of-variation',
  id: placeOf(tenantId, contentVariationId, 'content_type_id'),
})

const placeOf = (tenantId: string, contentVariationId: string, column: 'content_item_id' | 'content_type_id') =>
  sql<string>`(select ${sql.ref(column)} from content_variation
    where tenant_id = ${tenantId} and content_variation_id = ${contentVariationId})`

/**
 * `lock` takes row locks on item and shared values (`for update`) until the transaction ends. After a wait, these rows
 * and the clock are read as they are then; the statements that follow see everything else as of then, too.
 */
export async function findItemRows(
  trx: Transaction,
  tenantId: string,
  asked: ItemSelector,
  { lock }: { readonly lock: boolean },
): Promise<ItemRow[]> {
  return prepared(
    trx,
    `content-items-${lock ? 'locked-' : ''}${asked.name}`,
    sql<ItemRow>`
      select item.content_item_id as "contentItemId", item.content_type_id as "contentTypeId", item.kind, item.name,
        item.is_deleted as "isDeleted", item.created_at as "createdAt", item.created_by as "createdBy",
        item.modified_at as "modifiedAt", item.modified_by as "modifiedBy", value.shared, clock_timestamp() as at
      from content_item item
      join content_item_value value using (tenant_id, content_item_id)
      where item.tenant_id = ${tenantId} and item.content_item_id ${asked.id}
      order by item.content_item_id ${lock ? sql`for update` : sql``}`,
  )
}

export interface StoredVariation extends VariationState {
  readonly contentItemId: string
}

/** All variations of the items with their own values and what is live of them. */
export async function findVariations(
  trx: Transaction,
  tenantId: string,
  asked: ItemSelector,
): Promise<StoredVariation[]> {
  const rows = await prepared(
    trx,
    `content-variations-${asked.name}`,
    sql<Omit<StoredVariation, 'snapshot'> & SnapshotColumns>`
    select v.content_item_id as "contentItemId", v.content_variation_id as "contentVariationId",
      v.variation_id as "variationId", v.status, v.version, value.own, v.delivery_targets as "deliveryTargets",
      v.has_unpublished_changes as "hasUnpublishedChanges", v.completeness, v.binary_id as "binaryId",
      v.mime_type as "mimeType", v.created_at as "createdAt", v.created_by as "createdBy",
      v.modified_at as "modifiedAt", v.modified_by as "modifiedBy",
      s.version as "liveVersion", s.name as "liveName", s.own as "liveOwn", s.shared as "liveShared",
      s.delivery_targets as "liveTargets", s.published_at as "publishedAt", s.published_by as "publishedBy"
    from content_variation v
    join content_variation_value value using (tenant_id, content_variation_id)
    left join content_snapshot s using (tenant_id, content_variation_id)
    where v.tenant_id = ${tenantId} and v.content_item_id ${asked.id}
    order by v.content_item_id, v.variation_id`,
  )
  return rows.map(({ liveVersion, liveName, liveOwn, liveShared, liveTargets, publishedAt, publishedBy, ...row }) => ({
    ...row,
    snapshot:
      liveVersion === null
        ? null
        : {
            version: liveVersion,
            name: liveName,
            own: liveOwn,
            shared: liveShared,
            deliveryTargets: liveTargets,
            publishedAt,
            publishedBy,
          },
  }))
}

/** Columns of the left-joined snapshot: all null where there is none. */
type SnapshotColumns =
  | {
      readonly liveVersion: number
      readonly liveName: string
      readonly liveOwn: Values
      readonly liveShared: Values
      readonly liveTargets: readonly string[]
      readonly publishedAt: string
      readonly publishedBy: string
    }
  | Readonly<
      Record<
        'liveVersion' | 'liveName' | 'liveOwn' | 'liveShared' | 'liveTargets' | 'publishedAt' | 'publishedBy',
        null
      >
    >

/** The type of an item; never changes. */
export async function locateItem(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
): Promise<{ contentItemId: string; contentTypeId: string } | undefined> {
  return trx
    .selectFrom('content_item')
    .select(['content_item_id as contentItemId', 'content_type_id as contentTypeId'])
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', '=', contentItemId)
    .executeTakeFirst()
}

/** The database's clock: all servers write times of the same clock. */
export async function readClock(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no clock')
  return row.at
}

export async function findTypeIds(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct content_type_id as id from content_item
    where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}) order by 1`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Deletes variations; values, snapshots and history follow by cascade. Must run before the item's row is deleted: the
 * trigger that keeps the counts would, in a cascade from the item, run with a role that row-level security hides rows from.
 */
export async function deleteCopies(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  if (contentVariationIds.length === 0) return
  await trx
    .deleteFrom('content_variation')
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', 'in', [...contentVariationIds])
    .execute()
}
