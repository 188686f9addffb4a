import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CandidateQuery, inPlace, tableOf } from './filter.repository.ts'
import type { ListedRow, ListQuery } from './list-query.ts'

/** Whether a row `v` stands in the list, apart from the conditions. */
export function belongs(tenantId: string, query: ListQuery): RawBuilder<SqlBool> {
  const parts = [inPlace(tenantId, query)]
  if (query.published) parts.push(sql`v.is_live`)
  if (query.typeIds !== undefined) parts.push(sql`v.content_type_id = any(${[...query.typeIds]}::uuid[])`)
  if (query.statuses !== undefined) parts.push(sql`v.status = any(${query.statuses}::text[])`)
  return sql.join(parts, sql` and `)
}

/** Finds every row that may stand in the list. */
export const findAll = (tenantId: string, query: ListQuery): CandidateQuery =>
  query.published
    ? (most) => sql`select d.content_variation_id from delivery_document d
        where d.tenant_id = ${tenantId} and d.variation_id = ${query.variationId} limit ${most}`
    : (most) => sql`select v.content_variation_id from ${tableOf(query)} v
        where ${belongs(tenantId, query)} limit ${most}`

/** What a row of the list shows, of the few ids in `page`. */
export const listedRows = (tenantId: string, { tables, published }: ListQuery): RawBuilder<ListedRow> => sql<ListedRow>`
  select page.s, v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
    v.content_type_id as "contentTypeId", v.kind, ${published ? sql`d.name` : sql`v.name`} as name,
    v.binary_id as "binaryId", v.status, w.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
    s.concept_ids as "conceptIds", w.modified_at as "modifiedAt", w.modified_by as "modifiedBy",
    v.is_deleted as "isDeleted"
  from page
  join ${tables.variations} v on v.tenant_id = ${tenantId} and v.content_variation_id = page.content_variation_id
  join ${tables.copies} w on w.tenant_id = ${tenantId} and w.content_variation_id = page.content_variation_id
  left join search_document s on s.tenant_id = ${tenantId} and s.content_variation_id = page.content_variation_id
    and s.is_live = ${published}
  ${
    published
      ? sql`left join delivery_document d
          on d.tenant_id = ${tenantId} and d.content_variation_id = page.content_variation_id`
      : sql``
  }`
