import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { spaceHas } from '../write/space.repository.ts'
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
export const listedRows = (tenantId: string, query: ListQuery): RawBuilder<ListedRow> => sql<ListedRow>`
  select page.s, v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
    v.content_type_id as "contentTypeId", v.kind,
    ${query.published ? sql`d.name` : sql`v.name`} as name,
    ${query.published ? sql`null::uuid` : sql`v.name_variation_id`} as "nameVariationId",
    ${itemName(tenantId, query)} as "itemName",
    v.binary_id as "binaryId", v.status, w.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
    w.delivery_targets as "deliveryTargets", coalesce(w.missing_fields, '{}') as "missingFields", v.translation,
    w.version,
    ${conceptIds(tenantId, query)} as "conceptIds", w.modified_at as "modifiedAt", w.modified_by as "modifiedBy",
    v.is_deleted as "isDeleted"
  from page
  cross join lateral (select * from ${query.tables.variations} v
    where v.tenant_id = ${tenantId} and v.content_variation_id = page.content_variation_id offset 0) v
  cross join lateral (select * from ${query.tables.copies} w
    where w.tenant_id = ${tenantId} and w.content_variation_id = page.content_variation_id offset 0) w
  ${
    query.published
      ? sql`left join delivery_document d
          on d.tenant_id = ${tenantId} and d.content_variation_id = page.content_variation_id`
      : sql``
  }`

/** The name of the item of a row `v` that is called by its title. */
const itemName = (tenantId: string, { published, tables }: ListQuery): RawBuilder<unknown> =>
  published
    ? sql`null`
    : sql`case when v.name_variation_id is not null then (select i.name from ${tables.items} i
        where i.tenant_id = ${tenantId} and i.content_item_id = v.content_item_id) end`

/** The concepts of a row `v`, whichever of its fields they are in. */
const conceptIds = (tenantId: string, { scopes, variationId }: ListQuery): RawBuilder<unknown> => sql`array(
  select distinct r.ref_id from content_reference r
  where r.tenant_id = ${tenantId} and r.content_item_id = v.content_item_id and r.ref_kind = 'concept'
    and r.scope = any(${scopes}::"char"[]) and ${spaceHas(tenantId, sql`r.space`, sql`${variationId}::uuid`)}
  order by r.ref_id)`
