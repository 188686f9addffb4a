import type { ItemState, Snapshot, VariationState } from '../src/modules/content/domain/item-state.ts'
import { claimsOf } from '../src/modules/content/domain/unique-values.ts'
import { itemRow, variationRow, versionRow } from '../src/modules/content/store/item-write.repository.ts'
import { deletedKeysOf } from '../src/modules/content-index/write/deleted-keys.ts'
import { differenceOf, type Placed } from '../src/modules/content-index/write/entries.ts'
import type { IndexedItem, PublishedVariation } from '../src/modules/content-index/write/projected-variation.ts'
import { spaceOf } from '../src/modules/content-index/write/space.ts'
import { type BenchCopy, type BenchItem, type BenchTenant, resolvedValues, typeIdOf } from './catalogue.ts'

/** The tables of content, with their columns in the order of the COPY statements. */
export const contentTables = {
  content_item:
    'tenant_id, content_item_id, content_type_id, kind, name, is_deleted, created_at, created_by, modified_at, modified_by, shared',
  content_variation:
    'tenant_id, content_variation_id, content_item_id, variation_id, content_type_id, kind, name, name_variation_id, is_deleted, status, completeness, readiness, translation, missing_fields, is_live, has_unpublished_changes, binary_id, mime_type, modified_at, modified_by, created_at, created_by, version, delivery_targets, own, published_version, published_at, published_by, live_name, live_targets, live_own, live_shared',
  content_version: 'tenant_id, content_variation_id, version, action, status, at, by, changed_fields, changes',
  unique_claim: 'tenant_id, scope_key, value_key, content_item_id',
  index_reach: 'tenant_id, reach, variation_ids',
  index_space: 'tenant_id, space, content_type_id, technical_field_name, qualifier, reach, variation_count',
  deleted_key: 'tenant_id, content_type_id, technical_field_name, key, content_item_id',
  content_reference: 'tenant_id, content_item_id, scope, space, ref_kind, ref_id, position',
} as const
export type ContentTable = keyof typeof contentTables

/** Writes a row, given by column. */
export type Write = (table: ContentTable, row: Readonly<Record<string, unknown>>) => void

/** Writes all rows of an item with the row builders that the server itself uses. */
export function writeItem(tenant: BenchTenant, bench: BenchItem, writeRow: Write): void {
  const write: Write = (table, row) => writeRow(table, { tenant_id: tenant.tenantId, ...row })
  const item = itemStateOf(tenant, bench)
  write('content_item', itemRow(item))
  for (const { scopeKey, valueKey } of claimsOf(item).values())
    write('unique_claim', { scope_key: scopeKey, value_key: valueKey, content_item_id: item.contentItemId })
  for (const copy of bench.copies) writeCopy(item, copy, write)
  writeIndex(tenant, indexedOf(bench, item), write)
}

function itemStateOf(tenant: BenchTenant, bench: BenchItem): ItemState {
  const [first] = bench.copies
  const [at, by] = [first?.modifiedAt ?? '', first?.modifiedBy ?? '']
  const file = bench.type.kind === 'media' ? bench.shared.file : null
  const variations = bench.copies.map((copy): [string, VariationState] => [
    copy.variation.variationId,
    {
      contentVariationId: copy.contentVariationId,
      variationId: copy.variation.variationId,
      status: copy.status,
      version: copy.version,
      own: copy.own,
      deliveryTargets: [],
      snapshot: copy.isLive ? snapshotOf(bench, copy) : null,
      hasUnpublishedChanges: copy.hasChanges,
      completeness: copy.completeness,
      readiness: copy.readiness,
      missingFields: copy.missingFields,
      // A quarter of each state.
      translation: (copy.version % 4) * 101 + copy.completeness,
      outdated: {},
      binaryId: typeof file === 'string' ? file : null,
      mimeType: bench.mimeType,
      createdAt: copy.modifiedAt,
      createdBy: copy.modifiedBy,
      modifiedAt: copy.modifiedAt,
      modifiedBy: copy.modifiedBy,
    },
  ])
  return {
    contentItemId: bench.contentItemId,
    contentTypeId: typeIdOf(tenant, bench.typeNumber),
    type: bench.type,
    kind: bench.type.kind,
    name: bench.name,
    isDeleted: bench.isDeleted,
    version: 1,
    shared: bench.shared,
    createdAt: at,
    createdBy: by,
    modifiedAt: at,
    modifiedBy: by,
    variations: new Map(variations),
    fallbacks: new Map(),
    defaultVariationId: tenant.variations[0]?.variationId,
    languages: new Map(),
    channels: [],
  }
}

const snapshotOf = ({ name, shared }: BenchItem, { own, modifiedAt, modifiedBy }: BenchCopy): Snapshot => ({
  version: 2,
  name,
  own,
  shared,
  deliveryTargets: [],
  publishedAt: modifiedAt,
  publishedBy: modifiedBy,
})

function writeCopy(item: ItemState, copy: BenchCopy, write: Write): void {
  const variation = item.variations.get(copy.variation.variationId)
  if (variation === undefined) throw new Error('every copy is of a variation of its item')
  const { contentVariationId, version, status } = variation
  write('content_variation', variationRow({ item, variation }))
  const entry = versionRow({
    contentVariationId,
    version,
    action: version === 1 ? 'create' : 'edit',
    status,
    changes: {},
  })
  write('content_version', { ...entry, at: copy.modifiedAt, by: copy.modifiedBy })
}

/** The item as its index entries are made from it. */
function indexedOf(bench: BenchItem, item: ItemState): IndexedItem {
  const documentOf = (copy: BenchCopy, isLive: boolean): PublishedVariation => ({
    contentVariationId: copy.contentVariationId,
    contentItemId: item.contentItemId,
    variationId: copy.variation.variationId,
    languageCode: copy.variation.languageCode,
    contentType: item.type,
    contentTypeId: item.contentTypeId,
    name: item.name,
    isDeleted: item.isDeleted,
    values: resolvedValues(bench, copy, isLive),
    publishedVersion: 2,
    publishedAt: copy.modifiedAt,
    deliveryTargets: [],
  })
  return {
    contentItemId: item.contentItemId,
    contentTypeId: item.contentTypeId,
    contentType: item.type,
    isDeleted: item.isDeleted,
    working: bench.copies.map((copy) => documentOf(copy, false)),
    live: bench.copies.filter(({ isLive }) => isLive).map((copy) => documentOf(copy, true)),
  }
}

function writeIndex({ tenantId }: BenchTenant, item: IndexedItem, write: Write): void {
  const { contentItemId, made, variations } = differenceOf(null, item)
  const placeOf = ({ field, reach, scope }: Placed) => {
    const { space, ...row } = spaceOf(tenantId, field, variations.idsOf(reach))
    if (isNew(`${tenantId} reach ${row.reach}`))
      write('index_reach', { reach: row.reach, variation_ids: row.variationIds })
    if (isNew(`${tenantId} space ${space}`)) {
      write('index_space', {
        space,
        content_type_id: row.contentTypeId,
        technical_field_name: row.technicalFieldName,
        qualifier: row.qualifier,
        reach: row.reach,
        variation_count: row.variationIds.length,
      })
    }
    return { content_item_id: contentItemId, scope, space }
  }
  for (const { kind, id, position, ...entry } of made)
    write('content_reference', { ...placeOf(entry), ref_kind: kind, ref_id: id, position })
  for (const { contentTypeId, technicalFieldName, key } of deletedKeysOf(item))
    write('deleted_key', {
      content_type_id: contentTypeId,
      technical_field_name: technicalFieldName,
      key,
      content_item_id: contentItemId,
    })
}

/** Spaces are written once, whichever item needs them first. */
function isNew(name: string): boolean {
  if (written.has(name)) return false
  written.add(name)
  return true
}
const written = new Set<string>()
