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
  /** The clock when it was read; what a change writes as its time. */
  readonly at: string
}

/** Which item a content variation belongs to, and of which type: neither ever changes. */
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
 * Which items are asked for, as what their id compares with. One name is one text. One and many are two things: for a
 * list the database would plan each time anew.
 */
export interface AskedItems {
  readonly name: string
  readonly id: RawBuilder<unknown>
}

export const itemsWithIds = (ids: readonly string[]): AskedItems => ({ name: 'many', id: sql`= any(${ids})` })

export const itemWithId = (contentItemId: string): AskedItems => ({ name: 'one', id: sql`= ${contentItemId}` })

/** By one of its variations: found where it is needed, so that nobody waits for the answer to ask on. */
export const itemOfVariation = (tenantId: string, contentVariationId: string): AskedItems => ({
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
 * `lock`: the rows of item and shared values are held until the transaction ends. Who had to wait for them sees them,
 * and the clock, as they are after the wait; statements that follow see everything else so.
 */
export async function findItemRows(
  trx: Transaction,
  tenantId: string,
  asked: AskedItems,
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
  asked: AskedItems,
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

/** All or nothing: a left join. */
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

/** Which type an item is of; never changes. */
export async function findItemPlace(
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

/** The database's clock, so that all servers write times of one. */
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
 * Values, history and what was live go with them. Never by way of the item: what counts them is told by a trigger, and
 * a cascade runs it as somebody who may not see the tenant's rows.
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
