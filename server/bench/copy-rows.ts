import type { ItemState, Snapshot, VariationState } from '../src/modules/content/domain/item-state.ts'
import { claimsOf } from '../src/modules/content/domain/unique-values.ts'
import {
  itemRow,
  variationRow,
  versionRow,
  workingCopyRow,
} from '../src/modules/content/store/item-write.repository.ts'
import { deliveryRow } from '../src/modules/content-index/write/delivery-document.repository.ts'
import { indexKeysOf } from '../src/modules/content-index/write/index-keys.ts'
import { referencesOf } from '../src/modules/content-index/write/project.ts'
import type { PublishedVariation } from '../src/modules/content-index/write/projected-variation.ts'
import { searchWordsOf } from '../src/modules/content-index/write/search-words.ts'
import { type BenchCopy, type BenchItem, type BenchTenant, resolvedValues, typeIdOf } from './catalogue.ts'

/** The tables of content, with their columns in the order of the COPY statements. */
export const contentTables = {
  content_item:
    'tenant_id, content_item_id, content_type_id, kind, name, is_deleted, created_at, created_by, modified_at, modified_by, shared',
  content_variation:
    'tenant_id, content_variation_id, content_item_id, variation_id, content_type_id, kind, name, name_key, is_deleted, binary_id, mime_type, status, is_live, completeness',
  working_copy:
    'tenant_id, content_variation_id, variation_id, content_type_id, kind, is_deleted, status, completeness, is_live, has_unpublished_changes, mime_type, modified_at, modified_by, created_at, created_by, version, delivery_targets, own, published_version, published_at, published_by, live_name, live_targets, live_own, live_shared',
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

/** Writes a row, given by column. */
export type Write = (table: ContentTable, row: Readonly<Record<string, unknown>>) => void

/** The stem of a word by a stemmer of PostgreSQL. */
export type StemOf = (stemmer: string | null, word: string) => string | null

/** Writes all rows of an item with the row builders that the server itself uses. */
export function writeItem(tenant: BenchTenant, bench: BenchItem, stemOf: StemOf, writeRow: Write): void {
  const write: Write = (table, row) => writeRow(table, { tenant_id: tenant.tenantId, ...row })
  const item = itemStateOf(tenant, bench)
  write('content_item', itemRow(item))
  for (const { scopeKey, valueKey } of claimsOf(item).values())
    write('unique_claim', { scope_key: scopeKey, value_key: valueKey, content_item_id: item.contentItemId })
  for (const copy of bench.copies) writeCopy(tenant, bench, item, copy, stemOf, write)
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
    languages: new Map(),
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

function writeCopy(
  tenant: BenchTenant,
  bench: BenchItem,
  item: ItemState,
  copy: BenchCopy,
  stemOf: StemOf,
  write: Write,
): void {
  const variation = item.variations.get(copy.variation.variationId)
  if (variation === undefined) throw new Error('every copy is of a variation of its item')
  const { contentVariationId, version, status, snapshot } = variation
  write('content_variation', variationRow({ item, variation }))
  write('working_copy', workingCopyRow({ item, variation }))
  const entry = versionRow({
    contentVariationId,
    version,
    action: version === 1 ? 'create' : 'edit',
    status,
    changes: {},
  })
  write('content_version', { ...entry, at: copy.modifiedAt, by: copy.modifiedBy })
  const document = {
    contentVariationId,
    contentItemId: item.contentItemId,
    variationId: variation.variationId,
    languageCode: copy.variation.languageCode,
    contentType: item.type,
    contentTypeId: item.contentTypeId,
    name: item.name,
    isDeleted: item.isDeleted,
    values: resolvedValues(bench, copy, false),
    publishedVersion: 2,
    publishedAt: copy.modifiedAt,
    deliveryTargets: [],
  }
  writeProjection(tenant, document, item.isDeleted ? 'd' : 'w', stemOf, write)
  if (snapshot === null) return
  const live = { ...document, values: resolvedValues(bench, copy, true) }
  writeProjection(tenant, live, 'p', stemOf, write)
  write('delivery_document', deliveryRow(live))
}

function writeProjection(
  { tenantId }: BenchTenant,
  document: PublishedVariation,
  scope: 'w' | 'd' | 'p',
  stemOf: StemOf,
  write: Write,
): void {
  for (const { space, key, contentVariationId, use } of indexKeysOf(scope, document))
    write('index_key', { space, key, content_variation_id: contentVariationId, use })
  const references = referencesOf(document)
  for (const row of references)
    write('content_reference', {
      content_variation_id: row.contentVariationId,
      scope,
      technical_field_name: row.technicalFieldName,
      ref_kind: row.kind,
      ref_id: row.id,
      position: row.position,
      content_item_id: row.contentItemId,
      variation_id: row.variationId,
    })
  const { words, wordSpace, stemmer } = searchWordsOf(tenantId, scope, document)
  const lexemes = words.flatMap(({ text, hasStem, isInName, places }) => {
    const stem = hasStem ? stemOf(stemmer, text) : null
    const forms = [['w', text], ...(isInName ? [['n', text]] : []), ['s', stem], ...(isInName ? [['m', stem]] : [])]
    return forms.flatMap(([mark, form]) =>
      form == null ? [] : [`'${wordSpace}${mark}${form.replaceAll('\\', '\\\\')}':${places}`],
    )
  })
  const concepts = [...new Set(references.filter(({ kind }) => kind === 'concept').map(({ id }) => id))].sort()
  write('search_document', {
    content_variation_id: document.contentVariationId,
    is_live: scope === 'p',
    variation_id: document.variationId,
    concept_ids: concepts,
    words: lexemes.join(' '),
  })
}
