import type { ContentTypeKind, Status } from '@pim/contract'
import { type RawBuilder, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { ListAnswer, ListedId, WordsPlace } from '../../reader/index.ts'
import type { EntryScope } from '../write/projected-variation.ts'
import { spaceHas } from '../write/space.repository.ts'

/** The tables of content variations, handed in by the module that owns them. */
export interface ListTables {
  readonly variations: RawBuilder<unknown>
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
      select v.content_item_id as "contentItemId", v.content_variation_id as "contentVariationId", count(*) over () as total
      from ${tables.variations} v
      where v.tenant_id = ${tenantId} and v.variation_id = ${variationId} and v.kind = any(${[...kinds]}::text[])
        and v.is_deleted = any(${[...deleted]}::boolean[]) and (v.is_live or not ${isPublished}::boolean)
      order by v.modified_at desc, v.content_variation_id desc limit ${limit} offset ${offset}`,
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
        v.content_type_id as "contentTypeId", v.kind, ${isPublished ? sql`d.name` : sql`v.name`} as name,
        ${isPublished ? sql`null::uuid` : sql`v.name_variation_id`} as "nameVariationId",
        ${
          isPublished
            ? sql`null`
            : sql`case when v.name_variation_id is not null then (select i.name from ${tables.items} i
                where i.tenant_id = ${tenantId} and i.content_item_id = v.content_item_id) end`
        } as "itemName",
        v.binary_id as "binaryId", v.status, v.has_unpublished_changes as "hasUnpublishedChanges", v.completeness,
        v.delivery_targets as "deliveryTargets", coalesce(v.missing_fields, '{}') as "missingFields", v.translation,
        v.version,
        array(select distinct r.ref_id from content_reference r
          where r.tenant_id = ${tenantId} and r.content_item_id = v.content_item_id and r.ref_kind = 'concept'
            and r.scope = any(${scopes}::"char"[]) and ${spaceHas(tenantId, sql`r.space`, sql`${variationId}::uuid`)}
          order by r.ref_id) as "conceptIds",
        v.modified_at as "modifiedAt", v.modified_by as "modifiedBy", v.is_deleted as "isDeleted"
      from unnest(${page.map(({ contentVariationId }) => contentVariationId)}::uuid[]) with ordinality as page (id, at)
      cross join lateral (select * from ${tables.variations} v
        where v.tenant_id = ${tenantId} and v.content_variation_id = page.id offset 0) v
      ${
        isPublished
          ? sql`join delivery_document d on d.tenant_id = ${tenantId} and d.content_variation_id = page.id`
          : sql``
      }
      order by page.at`,
  )
  return rows
}
