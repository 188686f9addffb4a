import type { ListedLink, NamedItem, Variation } from '@pim/contract'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { findTypes } from '../../content-model/index.ts'
import type { ListedPlace } from './listed-row.repository.ts'

interface NameRow extends Pick<ListedLink, 'name' | 'kind'> {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly nameVariationId: string | null
  readonly binaryId: string | null
  readonly isDeleted: boolean
}

/** Which variation they are named in, and all of the tenant. */
interface NamedIn extends Pick<ListedPlace, 'tables' | 'variationId'> {
  readonly variations: readonly Variation[]
}

/** What items are called in a variation, as in its lists. */
export async function findNamedItems(
  trx: Transaction,
  tenantId: string,
  { tables, variationId, variations }: NamedIn,
  contentItemIds: readonly string[],
): Promise<NamedItem[]> {
  if (contentItemIds.length === 0) return []
  const [rows, types] = await Promise.all([
    prepared(
      trx,
      'named-items',
      sql<NameRow>`
        select v.content_item_id as "contentItemId", v.content_type_id as "contentTypeId", v.name, v.kind,
          v.name_variation_id as "nameVariationId", v.binary_id as "binaryId", v.is_deleted as "isDeleted"
        from unnest(${contentItemIds}::uuid[]) asked (content_item_id)
        cross join lateral (
          select * from ${tables.variations} v
          where v.tenant_id = ${tenantId} and v.content_item_id = asked.content_item_id
            and v.variation_id = ${variationId}
          limit 1
        ) v`,
    ),
    findTypes(trx, tenantId),
  ])
  const names = new Map(types.map(({ contentTypeId, type }) => [contentTypeId, type.technicalName]))
  const defaultId = variations.find(({ isDefault }) => isDefault)?.variationId
  return rows.map(({ contentItemId, contentTypeId, name, nameVariationId, kind, binaryId, isDeleted }): NamedItem => {
    const source = nameVariationId ?? defaultId
    return {
      contentItemId,
      name,
      ...(source !== undefined && source !== variationId && { nameVariationId: source }),
      technicalContentTypeName: names.get(contentTypeId) ?? '',
      kind,
      ...(binaryId !== null && { binaryId }),
      isDeleted,
    }
  })
}

/** What the items are called that values of the rows lead to, by id. Deleted ones are left out. */
export async function findListedLinks(
  trx: Transaction,
  tenantId: string,
  place: NamedIn,
  contentItemIds: readonly string[],
): Promise<Record<string, ListedLink>> {
  const found = await findNamedItems(trx, tenantId, place, contentItemIds)
  return Object.fromEntries(
    found.flatMap(({ contentItemId, isDeleted, ...link }): [string, ListedLink][] =>
      isDeleted ? [] : [[contentItemId, link]],
    ),
  )
}
