import { factsOf } from '@pim/field-types'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { filesOfTypes, picturesDecoded } from '../../binary/index.ts'
import type { StoredType } from '../../content-model/index.ts'
import { entryScopesOf } from '../write/projected-variation.ts'
import { joinSpace, spaceHas } from '../write/space.repository.ts'
import type { ListedPlace, ListedRow } from './listed-row.repository.ts'

/**
 * The picture that a row of a page is shown with: the first one in its fields, in the order of the type. Rows that are
 * files themselves need none. References are indexed after fallback, so an inherited picture counts like an own one.
 * A deleted file has no references in the scope of working copies, and an unpublished one none in that of snapshots.
 */
export async function findPictures(
  trx: Transaction,
  tenantId: string,
  { variationId, isPublished: published }: Pick<ListedPlace, 'variationId' | 'isPublished'>,
  types: readonly StoredType[],
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, string>> {
  const fieldsOf = new Map(types.map((stored) => [stored.contentTypeId, mediaFieldsOf(stored)]))
  const looking = rows.flatMap(({ contentVariationId, contentItemId, contentTypeId, kind, isDeleted }) => {
    const fields = (kind === 'user' && fieldsOf.get(contentTypeId)) || ''
    const scopes = entryScopesOf([published ? 'p' : isDeleted ? 'd' : 'w'])
    return fields === '' ? [] : [{ contentVariationId, contentItemId, scopes: scopes.join(''), fields }]
  })
  if (looking.length === 0) return new Map()
  const scopesOfFiles = entryScopesOf([published ? 'p' : 'w'])
  const found = await prepared(
    trx,
    'first-pictures',
    sql<{ contentVariationId: string; binaryId: string }>`
      select row.content_variation_id as "contentVariationId", picture.binary_id as "binaryId"
      from unnest(${looking.map(({ contentVariationId }) => contentVariationId)}::uuid[],
        ${looking.map(({ contentItemId }) => contentItemId)}::uuid[],
        ${looking.map(({ scopes }) => scopes)}::text[], ${looking.map(({ fields }) => fields)}::text[])
        as row (content_variation_id, content_item_id, scopes, fields)
      cross join lateral (
        select b.binary_id
        -- Sorted before they are joined: of five hundred references, the first one or two are followed.
        from (
          select r.ref_id, array_position(string_to_array(row.fields, ','), sp.technical_field_name) as field_at,
            r.position
          from content_reference r ${joinSpace(tenantId, sql`r.space`)}
          where r.tenant_id = ${tenantId} and r.content_item_id = row.content_item_id
            and r.scope = any(string_to_array(row.scopes, null)::"char"[])
            and ${variationId}::uuid = any(re.variation_ids)
            and sp.technical_field_name = any(string_to_array(row.fields, ','))
          order by field_at, r.position
        ) r
        join content_reference f on f.tenant_id = ${tenantId} and f.content_item_id = r.ref_id
          and f.scope = any(${scopesOfFiles}::"char"[]) and f.ref_kind = 'binary'
          and ${spaceHas(tenantId, sql`f.space`, sql`${variationId}::uuid`)}
        join ${filesOfTypes(tenantId, picturesDecoded)} b on b.binary_id = f.ref_id
        order by r.field_at, r.position
        limit 1
      ) picture`,
  )
  return new Map(found.map(({ contentVariationId, binaryId }) => [contentVariationId, binaryId]))
}

const mediaFieldsOf = ({ type }: StoredType): string =>
  type.fields
    .filter((field) => factsOf(field.type).refersTo === 'media')
    .map(({ technicalName }) => technicalName)
    .join(',')
