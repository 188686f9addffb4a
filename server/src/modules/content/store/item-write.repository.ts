import { fold } from '@pim/field-types'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { VersionEntry } from '../domain/derived-changes.ts'
import type { ItemState, Snapshot, VariationState } from '../domain/item-state.ts'

/*
 * Each function sends one statement for any number of rows, as one JSON parameter (`jsonb_to_recordset`): a change of
 * a value that two hundred variations share costs as many round trips as any other.
 */

/** The name folded for sorting and prefix search, cut to 200 characters because an index row is limited in size. */
const nameKeyOf = (name: string): string => fold(name).slice(0, 200).toWellFormed()

/*
 * Rows by column, without the tenant. They are built here alone: by the statements below, and by whatever writes rows
 * past them (the bench by COPY, tests of what only reads).
 */

export const itemRow = (item: ItemState) => ({
  content_item_id: item.contentItemId,
  content_type_id: item.contentTypeId,
  kind: item.kind,
  name: item.name,
  is_deleted: item.isDeleted,
  created_at: item.createdAt,
  created_by: item.createdBy,
  modified_at: item.modifiedAt,
  modified_by: item.modifiedBy,
})

export interface PlacedVariation {
  readonly item: ItemState
  readonly variation: VariationState
}

export const ownValueRow = ({ contentVariationId, own }: VariationState) => ({
  content_variation_id: contentVariationId,
  own,
})

export const versionRow = ({ contentVariationId, version, action, status, changes }: VersionEntry) => ({
  content_variation_id: contentVariationId,
  version,
  action,
  status,
  changed_fields: Object.keys(changes).sort(),
  changes,
})

export const snapshotRow = ({ item, variation, snapshot }: LiveVariation) => ({
  content_variation_id: variation.contentVariationId,
  content_item_id: item.contentItemId,
  variation_id: variation.variationId,
  version: snapshot.version,
  name: snapshot.name,
  own: snapshot.own,
  shared: snapshot.shared,
  delivery_targets: snapshot.deliveryTargets,
  published_at: snapshot.publishedAt,
  published_by: snapshot.publishedBy,
})

export async function insertItem(trx: Transaction, tenantId: string, item: ItemState): Promise<void> {
  await Promise.all([
    prepared(
      trx,
      'content-insert-item',
      trx.insertInto('content_item').values({ tenant_id: tenantId, ...itemRow(item) }),
    ),
    prepared(
      trx,
      'content-insert-item-value',
      sql`insert into content_item_value (tenant_id, content_item_id, shared)
      values (${tenantId}, ${item.contentItemId}, ${JSON.stringify(item.shared)})`,
    ),
    insertVariations(
      trx,
      tenantId,
      [...item.variations.values()].map((variation) => ({ item, variation })),
    ),
  ])
}

export const variationRow = ({ item, variation }: PlacedVariation) => ({
  content_variation_id: variation.contentVariationId,
  content_item_id: item.contentItemId,
  variation_id: variation.variationId,
  content_type_id: item.contentTypeId,
  kind: item.kind,
  name: item.name,
  name_key: nameKeyOf(item.name),
  is_deleted: item.isDeleted,
  binary_id: variation.binaryId,
  mime_type: variation.mimeType,
  status: variation.status,
  version: variation.version,
  published_version: variation.snapshot?.version ?? null,
  published_at: variation.snapshot?.publishedAt ?? null,
  has_unpublished_changes: variation.hasUnpublishedChanges,
  completeness: variation.completeness,
  delivery_targets: variation.deliveryTargets,
  created_at: variation.createdAt,
  created_by: variation.createdBy,
  modified_at: variation.modifiedAt,
  modified_by: variation.modifiedBy,
})

const variationRecord = sql`(content_variation_id uuid, content_item_id uuid, variation_id uuid, content_type_id uuid,
  kind text, name text, name_key text, is_deleted boolean, binary_id uuid, mime_type text, status text,
  version integer, published_version integer, published_at timestamptz, has_unpublished_changes boolean,
  completeness smallint, delivery_targets text[], created_at timestamptz, created_by text, modified_at timestamptz,
  modified_by text)`

export async function insertVariations(
  trx: Transaction,
  tenantId: string,
  placed: readonly PlacedVariation[],
): Promise<void> {
  if (placed.length === 0) return
  const values = placed.map(({ variation }) => ownValueRow(variation))
  await Promise.all([
    prepared(
      trx,
      'content-insert-variations',
      sql`insert into content_variation (tenant_id, content_variation_id, content_item_id, variation_id,
        content_type_id, kind, name, name_key, is_deleted, binary_id, mime_type, status, version, published_version,
        published_at, has_unpublished_changes, completeness, delivery_targets, created_at, created_by, modified_at,
        modified_by)
      select ${tenantId}::uuid, row.*
      from jsonb_to_recordset(${JSON.stringify(placed.map(variationRow))}) as row ${variationRecord}`,
    ),
    prepared(
      trx,
      'content-insert-values',
      sql`insert into content_variation_value (tenant_id, content_variation_id, own)
      select ${tenantId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(values)})
        as row (content_variation_id uuid, own jsonb)`,
    ),
  ])
}

interface Change {
  readonly entries: readonly VersionEntry[]
  readonly by: string
  readonly at: string
}

const insertOfVersions = (tenantId: string, { entries, by, at }: Change) => {
  const rows = entries.map(versionRow)
  return sql`insert into content_version
      (tenant_id, content_variation_id, version, action, status, at, by, changed_fields, changes)
    select ${tenantId}::uuid, row.content_variation_id, row.version, row.action, row.status, ${at}::timestamptz,
      ${by}::text, row.changed_fields, row.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}) as row
      (content_variation_id uuid, version integer, action text, status text, changed_fields text[], changes jsonb)`
}

export async function insertVersions(trx: Transaction, tenantId: string, change: Change): Promise<void> {
  if (change.entries.length === 0) return
  await prepared(trx, 'content-insert-versions', insertOfVersions(tenantId, change))
}

export interface ItemUpdate extends Change {
  readonly item: ItemState
  /** Whether the item's own row differs, and the values that its variations share. */
  readonly differs: { readonly row: boolean; readonly shared: boolean }
  readonly rows: readonly PlacedVariation[]
  readonly own: readonly VariationState[]
}

/** Writes everything that a change touches of one item in one statement, because each statement costs every save. */
export async function updateContent(trx: Transaction, tenantId: string, update: ItemUpdate): Promise<void> {
  const { item, differs, rows, own, entries } = update
  if (!differs.row && !differs.shared && rows.length + own.length + entries.length === 0) return
  const values = own.map(ownValueRow)
  const shared = differs.shared ? JSON.stringify(item.shared) : null
  await prepared(
    trx,
    'content-update',
    sql`with item as (
      update content_item
      set name = ${item.name}, is_deleted = ${item.isDeleted}, modified_at = ${item.modifiedAt},
        modified_by = ${item.modifiedBy}
      where ${differs.row}::boolean and tenant_id = ${tenantId} and content_item_id = ${item.contentItemId}
    ), shared as (
      update content_item_value set shared = ${shared}::jsonb
      where ${differs.shared}::boolean and tenant_id = ${tenantId} and content_item_id = ${item.contentItemId}
    ), variations as (
      update content_variation v
      set name = row.name, name_key = row.name_key, is_deleted = row.is_deleted, binary_id = row.binary_id,
        mime_type = row.mime_type, status = row.status, version = row.version,
        published_version = row.published_version, published_at = row.published_at,
        has_unpublished_changes = row.has_unpublished_changes, completeness = row.completeness,
        delivery_targets = row.delivery_targets, modified_at = row.modified_at, modified_by = row.modified_by
      from jsonb_to_recordset(${JSON.stringify(rows.map(variationRow))}) as row ${variationRecord}
      where v.tenant_id = ${tenantId} and v.content_variation_id = row.content_variation_id
    ), own as (
      update content_variation_value v set own = row.own
      from jsonb_to_recordset(${JSON.stringify(values)}) as row (content_variation_id uuid, own jsonb)
      where v.tenant_id = ${tenantId} and v.content_variation_id = row.content_variation_id
    )
    ${insertOfVersions(tenantId, update)}`,
  )
}

export interface LiveVariation extends PlacedVariation {
  readonly snapshot: Snapshot
}

export async function putSnapshots(trx: Transaction, tenantId: string, live: readonly LiveVariation[]): Promise<void> {
  if (live.length === 0) return
  const rows = live.map(snapshotRow)
  await prepared(
    trx,
    'content-put-snapshots',
    sql`insert into content_snapshot (tenant_id, content_variation_id, content_item_id, variation_id, version,
      name, own, shared, delivery_targets, published_at, published_by)
    select ${tenantId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(rows)}) as row
      (content_variation_id uuid, content_item_id uuid, variation_id uuid, version integer, name text, own jsonb,
       shared jsonb, delivery_targets text[], published_at timestamptz, published_by text)
    on conflict (tenant_id, content_variation_id) do update
    set version = excluded.version, name = excluded.name, own = excluded.own, shared = excluded.shared,
      delivery_targets = excluded.delivery_targets, published_at = excluded.published_at,
      published_by = excluded.published_by`,
  )
}

export async function removeSnapshots(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  if (contentVariationIds.length === 0) return
  await trx
    .deleteFrom('content_snapshot')
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', 'in', [...contentVariationIds])
    .execute()
}
