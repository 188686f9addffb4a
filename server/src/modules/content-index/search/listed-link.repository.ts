import type { ListedLink } from '@pim/contract'
import { sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { findTypes } from '../../content-model/index.ts'
import type { ListQuery } from '../page/list-query.ts'

interface LinkRow extends Pick<ListedLink, 'name' | 'kind'> {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly binaryId: string | null
}

/** What the items are called that values of the rows lead to, in the variation of the list. Deleted ones are left out. */
export async function findListedLinks(
  trx: Transaction,
  tenantId: string,
  { tables, variationId }: Pick<ListQuery, 'tables' | 'variationId'>,
  contentItemIds: readonly string[],
): Promise<Record<string, ListedLink>> {
  if (contentItemIds.length === 0) return {}
  const [rows, types] = await Promise.all([
    prepared(
      trx,
      'listed-links',
      sql<LinkRow>`
        select v.content_item_id as "contentItemId", v.content_type_id as "contentTypeId", v.name, v.kind,
          v.binary_id as "binaryId"
        from unnest(${contentItemIds}::uuid[]) asked (content_item_id)
        cross join lateral (
          select * from ${tables.variations} v
          where v.tenant_id = ${tenantId} and v.content_item_id = asked.content_item_id
            and v.variation_id = ${variationId}
          limit 1
        ) v
        where not v.is_deleted`,
    ),
    findTypes(trx, tenantId),
  ])
  const names = new Map(types.map(({ contentTypeId, type }) => [contentTypeId, type.technicalName]))
  return Object.fromEntries(
    rows.map(({ contentItemId, contentTypeId, name, kind, binaryId }): [string, ListedLink] => [
      contentItemId,
      {
        name,
        technicalContentTypeName: names.get(contentTypeId) ?? '',
        kind,
        ...(binaryId !== null && { binaryId }),
      },
    ]),
  )
}
