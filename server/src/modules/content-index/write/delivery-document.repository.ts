import { sql } from 'kysely'
import { collationKey } from '../../../core/collation-key.ts'
import { prepared, type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { DeliveryBody } from './delivered.ts'
import type { PublishedVariation } from './projected-variation.ts'

/** A row by column, without the tenant. */
export const deliveryRow = (document: PublishedVariation, body: DeliveryBody) => ({
  content_variation_id: document.contentVariationId,
  content_item_id: document.contentItemId,
  variation_id: document.variationId,
  content_type_id: document.contentTypeId,
  name: document.name,
  name_key: nameKeyOf(document),
  published_version: document.publishedVersion,
  published_at: document.publishedAt,
  delivery_targets: targetsOf(document),
  body_key: body.key,
})

export const nameKeyOf = ({ name, languageCode }: Pick<PublishedVariation, 'name' | 'languageCode'>): string =>
  collationKey(name, languageCode)

export const targetsOf = ({ deliveryTargets }: Pick<PublishedVariation, 'deliveryTargets'>): string[] =>
  [...deliveryTargets].sort()

/** A row by column, without the tenant. */
export const bodyRow = (contentItemId: string, { key, fields, sources }: DeliveryBody) => ({
  content_item_id: contentItemId,
  body_key: key,
  fields,
  sources,
})

/** Upserts documents and their bodies. */
export async function writeDeliveryDocuments(
  trx: Transaction,
  tenantId: string,
  documents: readonly PublishedVariation[],
  bodies: readonly DeliveryBody[],
): Promise<void> {
  const rows = documents.flatMap((document, at) => {
    const body = bodies[at]
    return body === undefined ? [] : [{ ...deliveryRow(document, body), body }]
  })
  const unlike = [...new Map(rows.map((row) => [row.content_item_id + row.body_key, row])).values()]
  await written(
    trx,
    'write-delivery-documents',
    sql`
    with body as (
      insert into delivery_body (tenant_id, content_item_id, body_key, fields, sources)
      select ${tenantId}::uuid, row.* from unnest(${unlike.map((row) => row.content_item_id)}::uuid[],
        ${unlike.map((row) => row.body_key)}::text[], ${unlike.map(({ body }) => body.fields)}::text[],
        ${unlike.map(({ body }) => body.sources)}::text[]) as row (content_item_id, body_key, fields, sources)
      on conflict (tenant_id, content_item_id, body_key) do nothing ${withoutCopy}
    )
    insert into delivery_document (tenant_id, content_variation_id, content_item_id, variation_id,
      content_type_id, name, name_key, published_version, published_at, delivery_targets, body_key)
    select ${tenantId}::uuid, content_variation_id, content_item_id, variation_id, content_type_id, name, name_key,
      published_version, published_at, coalesce(string_to_array(nullif(delivery_targets, ''), ','), '{}'), body_key
    from unnest(${rows.map((row) => row.content_variation_id)}::uuid[],
      ${rows.map((row) => row.content_item_id)}::uuid[],
      ${rows.map((row) => row.variation_id)}::uuid[],
      ${rows.map((row) => row.content_type_id)}::uuid[],
      ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.name_key)}::text[],
      ${rows.map((row) => row.published_version)}::integer[],
      ${rows.map((row) => row.published_at)}::timestamptz[],
      ${rows.map((row) => row.delivery_targets.join(','))}::text[],
      ${rows.map((row) => row.body_key)}::text[])
      as row (content_variation_id, content_item_id, variation_id, content_type_id, name, name_key,
        published_version, published_at, delivery_targets, body_key)
    on conflict (tenant_id, content_variation_id) do update
      set content_type_id = excluded.content_type_id, name = excluded.name, name_key = excluded.name_key,
        published_version = excluded.published_version, published_at = excluded.published_at,
        delivery_targets = excluded.delivery_targets, body_key = excluded.body_key
    ${withoutCopy}`,
  )
}

export async function removeDeliveryDocuments(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<void> {
  await written(
    trx,
    'remove-delivery-documents',
    sql`delete from delivery_document
      where tenant_id = ${tenantId} and content_variation_id = any(${contentVariationIds}::uuid[])`,
  )
}

/** A stored document, without its values. */
export interface StoredDocument {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly variationId: string
  readonly contentTypeId: string
  readonly name: string
  readonly nameKey: string
  readonly publishedVersion: number
  readonly publishedAt: string
  readonly deliveryTargets: readonly string[]
  readonly bodyKey: string
}

export const findDocumentsOfItems = (
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<StoredDocument[]> =>
  prepared(
    trx,
    'find-delivery-documents-of-items',
    sql<StoredDocument>`
      select content_variation_id as "contentVariationId", content_item_id as "contentItemId",
        variation_id as "variationId", content_type_id as "contentTypeId", name, name_key as "nameKey",
        published_version as "publishedVersion", published_at as "publishedAt", delivery_targets as "deliveryTargets",
        body_key as "bodyKey"
      from delivery_document where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}::uuid[])`,
  )

/** Removes the bodies of these items that no document names any more. */
export async function removeUnusedBodies(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<void> {
  await written(
    trx,
    'remove-unused-bodies',
    sql`
    delete from delivery_body body
    where body.tenant_id = ${tenantId} and body.content_item_id = any(${contentItemIds}::uuid[])
      and not exists (select from delivery_document d where d.tenant_id = ${tenantId}
        and d.content_item_id = body.content_item_id and d.body_key = body.body_key)`,
  )
}

export interface StoredBody extends DeliveryBody {
  readonly contentItemId: string
}

export const findBodiesOfItems = (
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<StoredBody[]> =>
  prepared(
    trx,
    'find-delivery-bodies-of-items',
    sql<StoredBody>`
      select content_item_id as "contentItemId", body_key as key, fields, sources
      from delivery_body where tenant_id = ${tenantId} and content_item_id = any(${contentItemIds}::uuid[])`,
  )
