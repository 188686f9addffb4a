import { type RawBuilder, sql } from 'kysely'
import { type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { VersionEntry } from '../domain/derived-changes.ts'
import { listedName } from '../domain/fallback.ts'
import type { ItemState, VariationState } from '../domain/item-state.ts'
import { isSameList, isSameValue, storedValue, storedValues } from '../domain/values.ts'

/*
 * Each function sends one statement for any number of rows, as one JSON parameter (`jsonb_to_recordset`): a batch of a
 * thousand items, or a value that two hundred variations share, costs as many round trips as a single save.
 */

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
  version: item.version,
  created_at: item.createdAt,
  created_by: item.createdBy,
  modified_at: item.modifiedAt,
  modified_by: item.modifiedBy,
  shared: storedValues(item.shared),
})

export interface PlacedVariation {
  readonly item: ItemState
  readonly variation: VariationState
}

export const variationRow = (placed: PlacedVariation) => ({
  ...changingColumns(placed),
  ...liveColumns(placed),
  content_item_id: placed.item.contentItemId,
  variation_id: placed.variation.variationId,
  content_type_id: placed.item.contentTypeId,
  kind: placed.item.kind,
  created_at: placed.variation.createdAt,
  created_by: placed.variation.createdBy,
  own: storedValues(placed.variation.own),
})

/** The id, and what a change may write anew beside the wide values. */
const changingColumns = ({ item, variation }: PlacedVariation) => {
  const { name, from } = listedName(item, variation.variationId)
  return {
    content_variation_id: variation.contentVariationId,
    name,
    name_variation_id: from,
    is_deleted: item.isDeleted,
    status: variation.status,
    completeness: variation.completeness,
    readiness: variation.readiness,
    translation: variation.translation,
    is_live: variation.snapshot !== null,
    has_unpublished_changes: variation.hasUnpublishedChanges,
    binary_id: variation.binaryId,
    mime_type: variation.mimeType,
    modified_at: variation.modifiedAt,
    modified_by: variation.modifiedBy,
    version: variation.version,
    delivery_targets: variation.deliveryTargets,
    missing_fields: variation.missingFields.length === 0 ? null : variation.missingFields,
    outdated: Object.keys(variation.outdated).length === 0 ? null : variation.outdated,
    published_version: variation.snapshot?.version ?? null,
    published_at: variation.snapshot?.publishedAt ?? null,
    published_by: variation.snapshot?.publishedBy ?? null,
  }
}

/** What is live, null where it is the same as in the working copy, so that most values are stored once. */
const liveColumns = ({ item, variation }: PlacedVariation) => {
  const { snapshot, own, deliveryTargets, hasUnpublishedChanges: differs } = variation
  const isSame = (live: unknown, working: unknown) => live === working || !differs || isSameValue(live, working)
  if (snapshot === null) return { live_name: null, live_targets: null, live_own: null, live_shared: null }
  return {
    live_name: snapshot.name === item.name ? null : snapshot.name,
    live_targets: isSameList(snapshot.deliveryTargets, deliveryTargets) ? null : snapshot.deliveryTargets,
    live_own: isSame(snapshot.own, own) ? null : storedValues(snapshot.own),
    live_shared: isSame(snapshot.shared, item.shared) ? null : storedValues(snapshot.shared),
  }
}

/** Whether a change leaves the stored columns of what is live as they are: it was live before, and differs where it did. */
export function isLiveStoredAlike(before: PlacedVariation, after: PlacedVariation): boolean {
  const [was, is] = [liveColumns(before), liveColumns(after)]
  return (
    was.live_name === is.live_name &&
    was.live_targets === is.live_targets &&
    was.live_own === is.live_own &&
    was.live_shared === is.live_shared
  )
}

/** The first version has nothing before it, so its changes are not stored. */
export const versionRow = ({ contentVariationId, version, action, status, changes }: VersionEntry) => ({
  content_variation_id: contentVariationId,
  version,
  action,
  status,
  changed_fields: Object.keys(changes).sort(),
  changes: version === 1 ? {} : storedChanges(changes),
})

const storedChanges = (changes: VersionEntry['changes']): VersionEntry['changes'] =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      'before' in change ? { before: storedValue(change.before) } : change,
    ]),
  )

/** History entries of one change. */
export interface DatedEntries {
  readonly entries: readonly VersionEntry[]
  readonly by: string
  readonly at: string
  readonly bulkChangeId?: string | undefined
  readonly source?: string | undefined
}

const versionRows = (changes: readonly DatedEntries[]) =>
  changes.flatMap(({ entries, by, at, bulkChangeId: bulk_change_id, source }) =>
    entries.map((entry) => ({ ...versionRow(entry), at, by, bulk_change_id, source })),
  )

const itemRecord = sql`(content_item_id uuid, content_type_id uuid, kind text, name text, is_deleted boolean, version integer,
  created_at timestamptz, created_by text, modified_at timestamptz, modified_by text, shared jsonb)`

const variationColumns = sql`content_variation_id, content_item_id, variation_id, content_type_id, kind, name,
  name_variation_id, is_deleted, status, completeness, readiness, translation, is_live, has_unpublished_changes, binary_id,
  mime_type, modified_at, modified_by, created_at, created_by, version, delivery_targets, missing_fields, outdated, own,
  published_version, published_at, published_by, live_name, live_targets, live_own, live_shared`

const variationRecord = sql`(content_variation_id uuid, content_item_id uuid, variation_id uuid, content_type_id uuid, kind text,
  name text, name_variation_id uuid, is_deleted boolean, status text, completeness smallint, readiness smallint,
  translation smallint, is_live boolean, has_unpublished_changes boolean, binary_id uuid, mime_type text,
  modified_at timestamptz, modified_by text, created_at timestamptz, created_by text, version integer,
  delivery_targets text[], missing_fields text[], outdated jsonb, own jsonb, published_version integer,
  published_at timestamptz, published_by text, live_name text, live_targets text[], live_own jsonb, live_shared jsonb,
  keeps_live boolean)`

const versionRecord = sql`(content_variation_id uuid, version integer, action text, status text, at timestamptz,
  by text, changed_fields text[], changes jsonb, bulk_change_id uuid, source text)`

const insertOfVersions = (tenantId: string, changes: readonly DatedEntries[]) => sql`
  insert into content_version (tenant_id, content_variation_id, version, action, status, at, by, changed_fields, changes,
    bulk_change_id, source)
  select ${tenantId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(versionRows(changes))}) as row ${versionRecord}
  ${withoutCopy}`

/** Rows of what is new: items, and variations with their history, of new items or of others. */
export interface NewContent {
  readonly items: readonly ItemState[]
  readonly placed: readonly PlacedVariation[]
  readonly versions: readonly DatedEntries[]
}

export async function insertNewContent(
  trx: Transaction,
  tenantId: string,
  { items, placed, versions }: NewContent,
): Promise<void> {
  if (items.length + placed.length === 0) return
  // Foreign keys are checked at the end of the statement, so one statement may insert into all tables.
  await written(
    trx,
    'content-insert',
    sql`with items as (
      insert into content_item (tenant_id, content_item_id, content_type_id, kind, name, is_deleted, version, created_at,
        created_by, modified_at, modified_by, shared)
      select ${tenantId}::uuid, row.* from jsonb_to_recordset(${JSON.stringify(items.map(itemRow))}) as row ${itemRecord}
      ${withoutCopy}
    ), variations as (
      insert into content_variation (tenant_id, ${variationColumns})
      select ${tenantId}::uuid, ${variationColumns}
      from jsonb_to_recordset(${JSON.stringify(placed.map(variationRow))}) as row ${variationRecord}
      ${withoutCopy}
    )
    ${insertOfVersions(tenantId, versions)}`,
  )
}

/** A variation whose row has to be written, and which of its wide values differ from the stored ones. */
export interface VariationUpdate extends PlacedVariation {
  readonly ownDiffers: boolean
  readonly liveDiffers: boolean
}

export interface ContentUpdate {
  /** Items whose own row differs. `shared` is null where the shared values stay. */
  readonly items: readonly { readonly item: ItemState; readonly sharedDiffers: boolean }[]
  readonly variations: readonly VariationUpdate[]
  readonly versions: readonly DatedEntries[]
}

/** Writes everything that a change touches of any number of items in one statement, as each statement costs every save. */
export async function updateContent(trx: Transaction, tenantId: string, update: ContentUpdate): Promise<void> {
  const { items, variations, versions } = update
  if (items.length + variations.length + versions.length === 0) return
  const itemRows = items.map(({ item, sharedDiffers }) => {
    const { content_item_id, name, is_deleted, version, modified_at, modified_by, shared } = itemRow(item)
    return { content_item_id, name, is_deleted, version, modified_at, modified_by, ...(sharedDiffers && { shared }) }
  })
  const variationRows = variations.map(({ ownDiffers, liveDiffers, ...placed }) => ({
    ...changingColumns(placed),
    keeps_live: !liveDiffers,
    ...(ownDiffers && { own: storedValues(placed.variation.own) }),
    ...(liveDiffers && liveColumns(placed)),
  }))
  const isSingle = Math.max(items.length, variations.length) <= 1
  const isOneOf = isSingle ? isOne : isAnyOf
  await written(
    trx,
    `content-update-${isSingle ? 'one' : 'many'}`,
    sql`with items as (
      update content_item i
      set name = row.name, is_deleted = row.is_deleted, version = row.version, modified_at = row.modified_at,
        modified_by = row.modified_by, shared = coalesce(row.shared, i.shared)
      from jsonb_to_recordset(${JSON.stringify(itemRows)}) as row ${itemRecord}
      where i.tenant_id = ${tenantId} and i.content_item_id = row.content_item_id
        and i.content_item_id ${isOneOf(itemRows.map((row) => row.content_item_id))}
    ), variations as (
      update content_variation v
      set name = row.name, name_variation_id = row.name_variation_id, is_deleted = row.is_deleted, status = row.status,
        completeness = row.completeness, readiness = row.readiness, translation = row.translation, is_live = row.is_live,
        has_unpublished_changes = row.has_unpublished_changes, binary_id = row.binary_id, mime_type = row.mime_type,
        modified_at = row.modified_at, modified_by = row.modified_by, version = row.version,
        delivery_targets = row.delivery_targets, missing_fields = row.missing_fields, outdated = row.outdated,
        own = coalesce(row.own, v.own), published_version = row.published_version, published_at = row.published_at,
        published_by = row.published_by,
        live_name = case when row.keeps_live then v.live_name else row.live_name end,
        live_targets = case when row.keeps_live then v.live_targets else row.live_targets end,
        live_own = case when row.keeps_live then v.live_own else row.live_own end,
        live_shared = case when row.keeps_live then v.live_shared else row.live_shared end
      from jsonb_to_recordset(${JSON.stringify(variationRows)}) as row ${variationRecord}
      where v.tenant_id = ${tenantId} and v.content_variation_id = row.content_variation_id
        and v.content_variation_id ${isOneOf(variationRows.map((row) => row.content_variation_id))}
    )
    ${insertOfVersions(tenantId, versions)}`,
  )
}

type IsOneOf = (ids: readonly string[]) => RawBuilder<unknown>

/*
 * Ids are named beside the JSON rows: PostgreSQL expects a hundred rows of the JSON, and would read a whole table to join
 * so many. With a single id, which a usual save has, it keeps one plan for all saves instead of planning each.
 */
const isOne: IsOneOf = ([id = nobody]) => sql`= ${id}::uuid`
const isAnyOf: IsOneOf = (ids) => sql`= any(${ids.length === 0 ? [nobody] : ids}::uuid[])`

/** Where there is nothing to update. For a condition that is never true a distributed database finds no server to ask. */
const nobody = '00000000-0000-0000-0000-000000000000'
