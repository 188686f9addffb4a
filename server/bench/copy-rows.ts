import { fold } from '@pim/field-types'
import { deliveryBodyOf } from '../src/modules/content-index/write/delivered.ts'
import { indexKeysOf } from '../src/modules/content-index/write/index-keys.ts'
import { referencesOf } from '../src/modules/content-index/write/project.ts'
import type { PublishedVariation } from '../src/modules/content-index/write/projected-variation.ts'
import { searchWordsOf } from '../src/modules/content-index/write/search-words.ts'
import { type BenchCopy, type BenchItem, type BenchTenant, resolvedValues, typeIdOf } from './catalogue.ts'

/** The tables that hold content, each with the columns in the order in which rows are written here. */
export const contentTables = {
  content_item:
    'tenant_id, content_item_id, content_type_id, kind, name, is_deleted, created_at, created_by, modified_at, modified_by',
  content_item_value: 'tenant_id, content_item_id, shared',
  content_variation:
    'tenant_id, content_variation_id, content_item_id, variation_id, content_type_id, kind, name, name_key, is_deleted, binary_id, mime_type, status, version, published_version, published_at, has_unpublished_changes, completeness, delivery_targets, created_at, created_by, modified_at, modified_by',
  content_variation_value: 'tenant_id, content_variation_id, own',
  content_snapshot:
    'tenant_id, content_variation_id, content_item_id, variation_id, version, name, own, shared, delivery_targets, published_at, published_by',
  content_version: 'tenant_id, content_variation_id, version, action, status, at, by, changed_fields, changes',
  unique_claim: 'tenant_id, scope_key, value_key, content_item_id',
  index_key: 'tenant_id, space, key, content_variation_id, use',
  content_reference:
    'tenant_id, content_variation_id, scope, technical_field_name, ref_kind, ref_id, position, content_item_id, variation_id',
  search_document: 'tenant_id, content_variation_id, is_live, variation_id, concept_ids, words',
  delivery_document:
    'tenant_id, content_variation_id, content_item_id, variation_id, content_type_id, name, name_key, published_version, published_at, delivery_targets, body, sources',
} as const
export type ContentTable = keyof typeof contentTables

export type Write = (table: ContentTable, row: readonly unknown[]) => void

/** What a stemmer of PostgreSQL makes of a word. */
export type StemOf = (stemmer: string | null, word: string) => string | null

/** Every row of an item, as the server itself would have left them. */
export function writeItem(tenant: BenchTenant, item: BenchItem, stemOf: StemOf, write: Write): void {
  const { tenantId } = tenant
  const typeId = typeIdOf(tenant, item.typeNumber)
  const [first] = item.copies
  const at = first?.modifiedAt ?? ''
  const by = first?.modifiedBy ?? ''
  write('content_item', [
    tenantId,
    item.contentItemId,
    typeId,
    item.type.kind,
    item.name,
    item.isDeleted,
    at,
    by,
    at,
    by,
  ])
  write('content_item_value', [tenantId, item.contentItemId, JSON.stringify(item.shared)])
  if (typeof item.shared.sku === 'string' && !item.isDeleted)
    write('unique_claim', [tenantId, 'tenant:sku', item.shared.sku.toLowerCase(), item.contentItemId])
  for (const copy of item.copies) writeCopy(tenant, item, typeId, copy, stemOf, write)
}

function writeCopy(
  tenant: BenchTenant,
  item: BenchItem,
  typeId: string,
  copy: BenchCopy,
  stemOf: StemOf,
  write: Write,
): void {
  const { tenantId } = tenant
  const { contentVariationId: id, modifiedAt, modifiedBy, version, status } = copy
  const publishedVersion = copy.isLive ? 2 : null
  const publishedAt = copy.isLive ? modifiedAt : null
  const { variationId } = copy.variation
  const binaryId = item.type.kind === 'media' ? (item.shared.file ?? null) : null
  write('content_variation', [
    tenantId,
    id,
    item.contentItemId,
    variationId,
    typeId,
    item.type.kind,
    item.name,
    fold(item.name).slice(0, 200),
    item.isDeleted,
    binaryId,
    item.mimeType,
    status,
    version,
    publishedVersion,
    publishedAt,
    copy.hasChanges,
    copy.completeness,
    '{}',
    modifiedAt,
    modifiedBy,
    modifiedAt,
    modifiedBy,
  ])
  write('content_variation_value', [tenantId, id, JSON.stringify(copy.own)])
  write('content_version', [
    tenantId,
    id,
    version,
    version === 1 ? 'create' : 'edit',
    status,
    modifiedAt,
    modifiedBy,
    '{}',
    '{}',
  ])
  const document = {
    contentVariationId: id,
    contentItemId: item.contentItemId,
    variationId,
    languageCode: copy.variation.languageCode,
    contentType: item.type,
    contentTypeId: typeId,
    name: item.name,
    isDeleted: item.isDeleted,
    values: resolvedValues(item, copy, false),
    publishedVersion: 2,
    publishedAt: modifiedAt,
    deliveryTargets: [],
  }
  writeProjection(tenant, document, item.isDeleted ? 'd' : 'w', stemOf, write)
  if (!copy.isLive) return
  const live = { ...document, values: resolvedValues(item, copy, true) }
  writeProjection(tenant, live, 'p', stemOf, write)
  write('content_snapshot', [
    tenantId,
    id,
    item.contentItemId,
    variationId,
    2,
    item.name,
    JSON.stringify(copy.own),
    JSON.stringify(item.shared),
    '{}',
    modifiedAt,
    modifiedBy,
  ])
  const { body, sources } = deliveryBodyOf(live)
  write('delivery_document', [
    tenantId,
    id,
    item.contentItemId,
    variationId,
    typeId,
    item.name,
    fold(item.name).slice(0, 200),
    2,
    modifiedAt,
    '{}',
    body,
    sources,
  ])
}

function writeProjection(
  { tenantId }: BenchTenant,
  document: PublishedVariation,
  scope: 'w' | 'd' | 'p',
  stemOf: StemOf,
  write: Write,
): void {
  for (const { space, key, contentVariationId, use } of indexKeysOf(scope, document))
    write('index_key', [tenantId, space, key, contentVariationId, use])
  const references = referencesOf(document)
  for (const row of references)
    write('content_reference', [
      tenantId,
      row.contentVariationId,
      scope,
      row.technicalFieldName,
      row.kind,
      row.id,
      row.position,
      row.contentItemId,
      row.variationId,
    ])
  const { words, wordSpace, stemmer } = searchWordsOf(tenantId, scope, document)
  const lexemes = words.flatMap(({ text, hasStem, isInName, places }) => {
    const stem = hasStem ? stemOf(stemmer, text) : null
    const forms = [['w', text], ...(isInName ? [['n', text]] : []), ['s', stem], ...(isInName ? [['m', stem]] : [])]
    return forms.flatMap(([mark, form]) =>
      form == null ? [] : [`'${wordSpace}${mark}${form.replaceAll('\\', '\\\\')}':${places}`],
    )
  })
  const concepts = [...new Set(references.filter(({ kind }) => kind === 'concept').map(({ id }) => id))].sort()
  write('search_document', [
    tenantId,
    document.contentVariationId,
    scope === 'p',
    document.variationId,
    `{${concepts.join(',')}}`,
    lexemes.join(' '),
  ])
}
