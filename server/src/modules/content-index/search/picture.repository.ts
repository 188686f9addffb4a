import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { filesOfTypes, picturesDecoded } from '../../binary/index.ts'
import type { StoredType } from '../../content-model/index.ts'
import type { ListedRow, ListQuery } from '../page/list-query.ts'
import type { ProjectionScope } from '../write/projected-variation.ts'

/**
 * The picture that a row of a page is shown with: the first one in its fields, in the order of the type. Rows that are
 * files themselves need none. References are indexed after fallback, so an inherited picture counts like an own one.
 * A deleted file has no references in the scope of working copies, and an unpublished one none in that of snapshots.
 */
export async function findPictures(
  trx: Transaction,
  tenantId: string,
  { tables, variationId, published, types }: Pick<ListQuery, 'tables' | 'variationId' | 'published' | 'types'>,
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, string>> {
  const fieldsOf = new Map(types.map((stored) => [stored.contentTypeId, mediaFieldsOf(stored)]))
  const looking = rows.flatMap(({ contentVariationId, contentTypeId, kind, isDeleted }) => {
    const fields = (kind === 'user' && fieldsOf.get(contentTypeId)) || ''
    const scope: ProjectionScope = published ? 'p' : isDeleted ? 'd' : 'w'
    return fields === '' ? [] : [{ contentVariationId, scope, fields }]
  })
  if (looking.length === 0) return new Map()
  const scopeOfFiles: ProjectionScope = published ? 'p' : 'w'
  const found = await prepared(
    trx,
    'first-pictures',
    sql<{ contentVariationId: string; binaryId: string }>`
      select row.content_variation_id as "contentVariationId", picture.binary_id as "binaryId"
      from unnest(${looking.map(({ contentVariationId }) => contentVariationId)}::uuid[],
        ${looking.map(({ scope }) => scope)}::"char"[], ${looking.map(({ fields }) => fields)}::text[])
        as row (content_variation_id, scope, fields)
      cross join lateral (
        select b.binary_id
        -- Sorted before they are joined: of five hundred references, the first one or two are followed.
        from (
          select ref_id, array_position(string_to_array(row.fields, ','), technical_field_name) as field_at, position
          from content_reference
          where tenant_id = ${tenantId} and content_variation_id = row.content_variation_id and scope = row.scope
            and technical_field_name = any(string_to_array(row.fields, ','))
          order by field_at, position
        ) r
        join ${tables.variations} v on v.tenant_id = ${tenantId} and v.content_item_id = r.ref_id
          and v.variation_id = ${variationId}
        join content_reference f on f.tenant_id = ${tenantId} and f.content_variation_id = v.content_variation_id
          and f.scope = ${scopeOfFiles} and f.ref_kind = 'binary'
        join ${filesOfTypes(tenantId, picturesDecoded)} b on b.binary_id = f.ref_id
        order by r.field_at, r.position
        limit 1
      ) picture`,
  )
  return new Map(found.map(({ contentVariationId, binaryId }) => [contentVariationId, binaryId]))
}

const mediaFieldsOf = ({ type }: StoredType): string =>
  type.fields
    .filter((field) => field.type === 'media' || field.type === 'medias')
    .map(({ technicalName }) => technicalName)
    .join(',')
