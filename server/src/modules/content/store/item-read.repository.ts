import type { LongValue } from '@pim/field-types'
import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { typeRevisionOf } from '../../content-model/index.ts'
import type { VariationState } from '../domain/item-state.ts'
import { readStored, type Values } from '../domain/values.ts'
import type { ContentTables } from './tables.ts'

export interface ItemRow {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly kind: ContentTables['content_item']['kind']
  readonly name: string
  readonly isDeleted: boolean
  readonly version: number
  readonly createdAt: string
  readonly createdBy: string
  readonly modifiedAt: string
  readonly modifiedBy: string
  readonly shared: Values
  /** Of its content type. */
  readonly typeRevision: number
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

export const typeOfItem = (tenantId: string, contentItemId: string) => ({
  name: 'of-item',
  id: sql<string>`(select content_type_id from content_item
    where tenant_id = ${tenantId} and content_item_id = ${contentItemId})`,
})

const placeOf = (tenantId: string, contentVariationId: string, column: 'content_item_id' | 'content_type_id') =>
  sql<string>`(select ${sql.ref(column)} from content_variation
    where tenant_id = ${tenantId} and content_variation_id = ${contentVariationId})`

/**
 * `lock` takes the row lock of the item (`for update`) until the transaction ends. After a wait, these rows
 * and the clock are read as they are then; the statements that follow see everything else as of then, too.
 */
export async function findItemRows(
  trx: Transaction,
  tenantId: string,
  asked: ItemSelector,
  { lock }: { readonly lock: boolean },
): Promise<ItemRow[]> {
  const rows = await prepared(
    trx,
    `content-items-${lock ? 'locked-' : ''}${asked.name}`,
    sql<ItemRow>`
      select item.content_item_id as "contentItemId", item.content_type_id as "contentTypeId", item.kind, item.name,
        item.is_deleted as "isDeleted", item.version, item.created_at as "createdAt", item.created_by as "createdBy",
        item.modified_at as "modifiedAt", item.modified_by as "modifiedBy", item.shared,
        ${typeRevisionOf(tenantId, sql`item.content_type_id`)} as "typeRevision", clock_timestamp() as at
      from content_item item
      where item.tenant_id = ${tenantId} and item.content_item_id ${asked.id}
      order by item.content_item_id ${lock ? sql`for update` : sql``}`,
  )
  return rows.map((row) => ({ ...row, shared: readStored(row.shared, new Map()) }))
}

export interface StoredVariation extends Omit<VariationState, 'snapshot'> {
  readonly contentItemId: string
  readonly live: StoredSnapshot | null
}

/** What is live, as it is stored: null where it is the same as in the working copy. */
export interface StoredSnapshot {
  readonly version: number
  readonly publishedAt: string
  readonly publishedBy: string
  readonly name: string | null
  readonly deliveryTargets: readonly string[] | null
  readonly own: Values | null
  readonly shared: Values | null
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
    sql<Omit<StoredVariation, 'live'> & LiveColumns>`
    select v.content_item_id as "contentItemId", v.content_variation_id as "contentVariationId",
      v.variation_id as "variationId", v.status, v.version, v.own, v.delivery_targets as "deliveryTargets",
      v.has_unpublished_changes as "hasUnpublishedChanges", v.completeness, v.readiness, v.translation,
      coalesce(v.outdated, '{}') as outdated,
      coalesce(v.missing_fields, '{}') as "missingFields", v.binary_id as "binaryId",
      v.mime_type as "mimeType", v.created_at as "createdAt", v.created_by as "createdBy",
      v.modified_at as "modifiedAt", v.modified_by as "modifiedBy",
      v.published_version as "liveVersion", v.published_at as "publishedAt", v.published_by as "publishedBy",
      v.live_name as "liveName", v.live_targets as "liveTargets", v.live_own as "liveOwn", v.live_shared as "liveShared"
    from content_variation v
    where v.tenant_id = ${tenantId} and v.content_item_id ${asked.id}
    order by v.content_item_id, v.variation_id`,
  )
  const long = new Map<string, LongValue>()
  return rows.map(({ liveVersion, publishedAt, publishedBy, liveName, liveTargets, liveOwn, liveShared, ...row }) => ({
    ...row,
    own: readStored(row.own, long),
    live:
      liveVersion === null
        ? null
        : {
            version: liveVersion,
            publishedAt: publishedAt ?? '',
            publishedBy: publishedBy ?? '',
            name: liveName,
            deliveryTargets: liveTargets,
            own: liveOwn && readStored(liveOwn, long),
            shared: liveShared && readStored(liveShared, long),
          },
  }))
}

interface LiveColumns {
  readonly liveVersion: number | null
  readonly publishedAt: string | null
  readonly publishedBy: string | null
  readonly liveName: string | null
  readonly liveTargets: readonly string[] | null
  readonly liveOwn: Values | null
  readonly liveShared: Values | null
}

/** The database's clock: all servers write times of the same clock. */
export async function readClock(trx: Transaction): Promise<string> {
  const [row] = await prepared(trx, 'clock', sql<{ at: string }>`select clock_timestamp() as at`)
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

/** Deletes variations; their history follows by cascade. */
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
