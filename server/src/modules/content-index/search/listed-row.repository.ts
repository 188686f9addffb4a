import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { filesOfTypes } from '../../binary/index.ts'
import type { ListAnswer, ListedId, ListedRow, ListQuestion, PicturePlaces, WordsPlace } from '../../reader/index.ts'
import { type EntryScope, entryScopesOf } from '../write/projected-variation.ts'
import { joinSpace, spaceHas } from '../write/space.repository.ts'

/** The tables of content variations, handed in by the module that owns them. */
export interface ListTables {
  readonly variations: RawBuilder<unknown>
  readonly items: RawBuilder<unknown>
}

/** Where the rows of a list are, and which state of them it shows. */
export interface ListedPlace {
  readonly tables: ListTables
  readonly variationId: string
  /** Live content instead of working copies. */
  readonly isPublished: boolean
}

/** The latest changes, while there is no file to ask: all rows are sorted. */
export async function findLatest(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  { variationId, isPublished, kinds, deleted }: WordsPlace,
  { offset, limit, pictures }: Pick<ListQuestion, 'offset' | 'limit' | 'pictures'>,
): Promise<ListAnswer> {
  const scopes = entryScopesOf(isPublished ? ['p'] : deleted.map((each) => (each ? 'd' : 'w')))
  const found = await prepared(
    trx,
    `latest-rows${isPublished ? '-published' : ''}`,
    sql<ListedRow & { readonly total: number }>`
      select v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
        v.content_type_id as "contentTypeId", v.kind, ${isPublished ? sql`coalesce(v.live_name, i.name)` : sql`v.name`} as name,
        ${isPublished ? sql`null::uuid` : sql`v.name_variation_id`} as "nameVariationId",
        ${
          isPublished
            ? sql`null`
            : sql`case when v.name_variation_id is not null then (select nullif(i.name, v.name) from ${tables.items} i
                where i.tenant_id = ${tenantId} and i.content_item_id = v.content_item_id) end`
        } as "itemName",
        case when v.kind = 'media' then v.binary_id else ${firstPicture(tenantId, variationId, isPublished, scopes, pictures)} end
          as "binaryId", v.status, v.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
        v.delivery_targets as "deliveryTargets", coalesce(v.missing_fields, '{}') as "missingFields", v.translation,
        v.version,
        array(select distinct r.ref_id from content_reference r
          where r.tenant_id = ${tenantId} and r.content_item_id = v.content_item_id and r.ref_kind = 'concept'
            and r.scope = any(${scopes}::"char"[]) and ${spaceHas(tenantId, sql`r.space`, sql`${variationId}::uuid`)}
          order by r.ref_id) as "conceptIds",
        v.modified_at as "modifiedAt", v.modified_by as "modifiedBy", v.is_deleted as "isDeleted", v.total
      from (
        select v.*, count(*) over () as total from ${tables.variations} v
        where v.tenant_id = ${tenantId} and v.variation_id = ${variationId} and v.kind = any(${[...kinds]}::text[])
          and v.is_deleted = any(${[...deleted]}::boolean[]) and (v.is_live or not ${isPublished}::boolean)
        order by v.modified_at desc, v.content_variation_id desc limit ${limit} offset ${offset}
      ) v
      ${
        isPublished
          ? sql`cross join lateral (select * from ${tables.items} i
              where i.tenant_id = ${tenantId} and i.content_item_id = v.content_item_id offset 0) i`
          : sql``
      }
      order by v.modified_at desc, v.content_variation_id desc`,
  )
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0, isCapped: false }
}

/**
 * The file of the first picture that an item `v` refers to. References are indexed after fallback, so an inherited picture counts like an own
 * one. A deleted file has no references in the scope of working copies, and an unpublished one none in that of snapshots.
 */
function firstPicture(
  tenantId: string,
  variationId: string,
  isPublished: boolean,
  scopes: readonly EntryScope[],
  { mimeTypes, fields }: PicturePlaces,
): RawBuilder<unknown> {
  const places = Object.entries(fields).map(([id, names]) => ({ id, names: names.join() }))
  return sql`(
    select b.binary_id
    -- Sorted before they are joined: of five hundred references, the first one or two are followed.
    from (
      select r.ref_id, array_position(place.names, sp.technical_field_name) as field_at, r.position
      from (
        select string_to_array(names, ',') as names
        from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ names }) => names)}::text[]) place (id, names)
        where id = v.content_type_id
      ) place
      cross join content_reference r ${joinSpace(tenantId, sql`r.space`)}
      where r.tenant_id = ${tenantId} and r.content_item_id = v.content_item_id and r.scope = any(${scopes}::"char"[])
        and ${variationId}::uuid = any(re.variation_ids) and sp.technical_field_name = any(place.names)
      order by field_at, r.position
    ) r
    join content_reference f on f.tenant_id = ${tenantId} and f.content_item_id = r.ref_id
      and f.scope = any(${entryScopesOf([isPublished ? 'p' : 'w'])}::"char"[]) and f.ref_kind = 'binary'
      and ${spaceHas(tenantId, sql`f.space`, sql`${variationId}::uuid`)}
    join ${filesOfTypes(tenantId, mimeTypes)} b on b.binary_id = f.ref_id
    order by r.field_at, r.position limit 1)`
}

/** Filters rows: those that are still there. */
export async function findThere<Row extends ListedId>(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ contentVariationId }) => contentVariationId)
  const found = await prepared(
    trx,
    'rows-that-are-there',
    sql<{ id: string }>`
      select v.content_variation_id as id from ${tables.variations} v
      where v.tenant_id = ${tenantId} and v.content_variation_id = any(${ids}::uuid[])`,
  )
  const there = new Set(found.map(({ id }) => id))
  return rows.filter(({ contentVariationId }) => there.has(contentVariationId))
}
