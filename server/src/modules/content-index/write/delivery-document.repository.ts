import { fold } from '@pim/field-types'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { deliveryBodiesOf, deliveryBodyOf } from './delivered.ts'
import type { PublishedVariation } from './projected-variation.ts'
import type { DeliveredPlace } from './touched.ts'

/** A row by column, without the tenant. */
export const deliveryRow = (document: PublishedVariation, body = deliveryBodyOf(document)) => ({
  content_variation_id: document.contentVariationId,
  content_item_id: document.contentItemId,
  variation_id: document.variationId,
  content_type_id: document.contentTypeId,
  name: document.name,
  name_key: fold(document.name).slice(0, 200),
  published_version: document.publishedVersion,
  published_at: document.publishedAt,
  delivery_targets: [...document.deliveryTargets].sort(),
  ...body,
})

/** Upserts the serialised documents; a row that would not change is not written. Returns the ids of those that were. */
export async function writeDeliveryDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly PublishedVariation[],
): Promise<ReadonlySet<string>> {
  const bodies = await deliveryBodiesOf(documents)
  const rows = documents.map((document, at) => deliveryRow(document, bodies[at]))
  const written = await prepared(
    trx,
    'write-delivery-documents',
    sql<{ contentVariationId: string }>`
    insert into delivery_document as kept (tenant_id, content_variation_id, content_item_id, variation_id,
      content_type_id, name, name_key, published_version, published_at, delivery_targets, body, sources)
    select ${tenantId}::uuid, content_variation_id, content_item_id, variation_id, content_type_id, name, name_key,
      published_version, published_at, coalesce(string_to_array(nullif(delivery_targets, ''), ','), '{}'), body, sources
    from unnest(${rows.map((row) => row.content_variation_id)}::uuid[],
      ${rows.map((row) => row.content_item_id)}::uuid[],
      ${rows.map((row) => row.variation_id)}::uuid[],
      ${rows.map((row) => row.content_type_id)}::uuid[],
      ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.name_key)}::text[],
      ${rows.map((row) => row.published_version)}::integer[],
      ${rows.map((row) => row.published_at)}::timestamptz[],
      ${rows.map((row) => row.delivery_targets.join(','))}::text[],
      ${rows.map((row) => row.body)}::text[], ${rows.map((row) => row.sources)}::text[])
      as row (content_variation_id, content_item_id, variation_id, content_type_id, name, name_key,
        published_version, published_at, delivery_targets, body, sources)
    on conflict (tenant_id, content_variation_id) do update
      set content_type_id = excluded.content_type_id, name = excluded.name, name_key = excluded.name_key,
        published_version = excluded.published_version, published_at = excluded.published_at,
        delivery_targets = excluded.delivery_targets, body = excluded.body, sources = excluded.sources
      where (kept.body, kept.sources, kept.delivery_targets, kept.content_type_id)
        is distinct from (excluded.body, excluded.sources, excluded.delivery_targets, excluded.content_type_id)
    returning content_variation_id as "contentVariationId"
  `,
  )
  return new Set(written.map(({ contentVariationId }) => contentVariationId))
}

export async function removeDeliveryDocuments(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<DeliveredPlace[]> {
  return trx
    .deleteFrom('delivery_document')
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', 'in', [...contentVariationIds])
    .returning(['content_item_id as contentItemId', 'content_type_id as contentTypeId', 'variation_id as variationId'])
    .execute()
}
