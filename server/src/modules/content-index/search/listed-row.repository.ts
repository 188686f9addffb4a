import type { ContentTypeKind, Status } from '@pim/contract'
import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { ListAnswer, ListedId, WordsPlace } from '../../reader/index.ts'
import type { EntryScope } from '../write/projected-variation.ts'
import { spaceHas } from '../write/space.repository.ts'

/** The tables of content variations, handed in by the module that owns them. */
export interface ListTables {
  /** With name and file. */
  readonly variations: RawBuilder<unknown>
  /** With who changed it last, and when. */
  readonly copies: RawBuilder<unknown>
  readonly items: RawBuilder<unknown>
}

/** One row of the list. */
export interface ListedRow {
  readonly contentVariationId: string
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly kind: ContentTypeKind
  readonly name: string
  /** The variation whose title the name is; null: the name of the item, which is in the language of the default one. */
  readonly nameVariationId: string | null
  /** The name of the item where it is called by a title. */
  readonly itemName: string | null
  readonly binaryId: string | null
  readonly status: Status
  readonly hasUnpublishedChanges: boolean
  readonly completeness: number
  readonly deliveryTargets: string[]
  readonly missingFields: string[]
  readonly translation: number
  readonly version: number
  readonly conceptIds: string[]
  readonly modifiedAt: string
  readonly modifiedBy: string
  readonly isDeleted: boolean
}

/** Where the rows of a list are, and which state of them it shows. */
export interface ListedPlace {
  readonly tables: ListTables
  readonly variationId: string
  /** Live content instead of working copies. */
  readonly isPublished: boolean
  readonly scopes: readonly EntryScope[]
}

/** The latest changes, where nothing else can be asked: all rows are sorted. */
export async function findLatest(
  trx: Transaction,
  tenantId: string,
  tables: ListTables,
  { variationId, isPublished, kinds, deleted }: WordsPlace,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListAnswer> {
  const rows = await prepared(
    trx,
    'latest-rows',
    sql<ListedId & { total: number }>`
      select w.content_item_id as "contentItemId", w.content_variation_id as "contentVariationId", count(*) over () as total
      from ${tables.copies} w
      where w.tenant_id = ${tenantId} and w.variation_id = ${variationId} and w.kind = any(${[...kinds]}::text[])
        and w.is_deleted = any(${[...deleted]}::boolean[]) and (w.is_live or not ${isPublished}::boolean)
      order by w.modified_at desc, w.content_variation_id desc limit ${limit} offset ${offset}`,
  )
  return { rows, total: rows[0]?.total ?? 0, isCapped: false }
}

/** The rows of a page, in its order. One that is gone by now is left out. */
export async function findListedRows(
  trx: Transaction,
  tenantId: string,
  { tables, variationId, isPublished, scopes }: ListedPlace,
  page: readonly ListedId[],
): Promise<ListedRow[]> {
  if (page.length === 0) return []
  const rows = await prepared(
    trx,
    `listed-rows${isPublished ? '-published' : ''}`,
    sql<ListedRow>`
      select v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
        v.content_type_id as "contentTypeId", v.kind, ${isPublished ? sql`coalesce(w.live_name, i.name)` : sql`v.name`} as name,
        ${isPublished ? sql`null::uuid` : sql`v.name_variation_id`} as "nameVariationId",
        ${
          isPublished
            ? sql`null`
            : sql`case when v.name_variation_id is not null then (select i.name from ${tables.items} i
                where i.tenant_id = ${tenantId} and i.content_item_id = v.content_item_id) end`
        } as "itemName",
        v.binary_id as "binaryId", v.status, w.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
        w.delivery_targets as "deliveryTargets", coalesce(w.missing_fields, '{}') as "missingFields", v.translation,
        w.version,
        array(select distinct r.ref_id from content_reference r
          where r.tenant_id = ${tenantId} and r.content_item_id = v.content_item_id and r.ref_kind = 'concept'
            and r.scope = any(${scopes}::"char"[]) and ${spaceHas(tenantId, sql`r.space`, sql`${variationId}::uuid`)}
          order by r.ref_id) as "conceptIds",
        w.modified_at as "modifiedAt", w.modified_by as "modifiedBy", v.is_deleted as "isDeleted"
      from unnest(${page.map(({ contentVariationId }) => contentVariationId)}::uuid[]) with ordinality as page (id, at)
      cross join lateral (select * from ${tables.variations} v
        where v.tenant_id = ${tenantId} and v.content_variation_id = page.id offset 0) v
      cross join lateral (select * from ${tables.copies} w
        where w.tenant_id = ${tenantId} and w.content_variation_id = page.id offset 0) w
      ${
        isPublished
          ? sql`cross join lateral (select * from ${tables.items} i
              where i.tenant_id = ${tenantId} and i.content_item_id = v.content_item_id offset 0) i`
          : sql``
      }
      order by page.at`,
  )
  return rows
}
