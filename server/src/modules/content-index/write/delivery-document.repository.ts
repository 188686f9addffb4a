import { fold } from '@pim/field-types'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { deliveryBodyOf } from './delivered.ts'
import type { PublishedVariation } from './projected-variation.ts'

/** What consumers are given, ready to be sent. */
export async function writeDeliveryDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly PublishedVariation[],
): Promise<void> {
  const bodies = documents.map(deliveryBodyOf)
  await prepared(
    trx,
    'write-delivery-documents',
    sql`
    insert into delivery_document as kept (tenant_id, content_variation_id, content_item_id, variation_id,
      content_type_id, name, name_key, published_version, published_at, delivery_targets, body, sources)
    select ${tenantId}::uuid, content_variation_id, content_item_id, variation_id, content_type_id, name, name_key,
      published_version, published_at, coalesce(string_to_array(nullif(delivery_targets, ''), ','), '{}'), body, sources
    from unnest(${documents.map((document) => document.contentVariationId)}::uuid[],
      ${documents.map((document) => document.contentItemId)}::uuid[],
      ${documents.map((document) => document.variationId)}::uuid[],
      ${documents.map((document) => document.contentTypeId)}::uuid[],
      ${documents.map((document) => document.name)}::text[],
      ${documents.map((document) => fold(document.name).slice(0, 200))}::text[],
      ${documents.map((document) => document.publishedVersion)}::integer[],
      ${documents.map((document) => document.publishedAt)}::timestamptz[],
      ${documents.map((document) => [...document.deliveryTargets].sort().join(','))}::text[],
      ${bodies.map(({ body }) => body)}::text[], ${bodies.map(({ sources }) => sources)}::text[])
      as row (content_variation_id, content_item_id, variation_id, content_type_id, name, name_key,
        published_version, published_at, delivery_targets, body, sources)
    on conflict (tenant_id, content_variation_id) do update
      set content_type_id = excluded.content_type_id, name = excluded.name, name_key = excluded.name_key,
        published_version = excluded.published_version, published_at = excluded.published_at,
        delivery_targets = excluded.delivery_targets, body = excluded.body, sources = excluded.sources
      where (kept.body, kept.sources, kept.delivery_targets, kept.content_type_id)
        is distinct from (excluded.body, excluded.sources, excluded.delivery_targets, excluded.content_type_id)
  `,
  )
}

export async function removeDeliveryDocuments(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('delivery_document')
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', 'in', [...contentVariationIds])
    .execute()
}
