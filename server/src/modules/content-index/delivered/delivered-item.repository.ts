import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { technicalNameOf, typeIdsWithNames } from '../../content-model/index.ts'
import type { LiveQuestion, Reach } from '../../reader/index.ts'
import { spaceHas } from '../write/space.repository.ts'
import type { Allowance, DeliveredRow } from './delivered-row.ts'

/** Whether a row `v` goes to a channel that has only some variations; begins with `or`. */
function reachesLimited({ limited }: Pick<Reach, 'limited'>): RawBuilder<unknown> {
  const ofEach = limited.map(
    ({ technicalName, variationIds }) => sql`or (v.variation_id = any(${variationIds}::uuid[])
      and (cardinality(v.delivery_targets) = 0 or ${technicalName} = any(v.delivery_targets)))`,
  )
  return ofEach.length === 0 ? sql`` : sql.join(ofEach, sql` `)
}

/** The same SQL text for as many limited channels, so that it stays one prepared statement: see `statementFor`. */
const isAllowed = ({ tenantId, targets, limited, typeNames }: Allowance): RawBuilder<SqlBool> => sql<SqlBool>`
  ${isReached({ targets, limited })}
  and (${typeNames}::text[] is null or v.content_type_id in ${typeIdsWithNames(tenantId, typeNames)})`

const isReached = ({ targets, limited }: Reach): RawBuilder<SqlBool> => sql<SqlBool>`
  (${targets}::text[] is null or v.delivery_targets && ${targets}::text[]
    or cardinality(v.delivery_targets) = 0 and cardinality(${targets}::text[]) > 0 ${reachesLimited({ limited })})`

/** What is delivered of a row `v`; its values are of the row `body`. */
const deliveredColumns = (tenantId: string, withSources: boolean): RawBuilder<unknown> => sql`
  v.content_variation_id as "contentVariationId", v.content_item_id as "contentItemId",
  v.variation_id as "variationId", v.name,
  ${technicalNameOf(tenantId, sql`v.content_type_id`)} as "contentTypeTechnicalName",
  v.published_version as "publishedVersion", v.published_at as "publishedAt",
  body.fields, ${withSources ? sql`body.sources` : sql`null`} as sources`

const joinBody = (tenantId: string): RawBuilder<unknown> => sql`
  join delivery_body body on body.tenant_id = ${tenantId} and body.content_item_id = v.content_item_id
    and body.body_key = v.body_key`

const statementFor = ({ limited }: Reach, name: string): string =>
  limited.length === 0 ? name : `${name}-${limited.length}`

/** The published variations of these items, in the order of the given ids; those of one item in that of creation. */
export const findByItems = (
  trx: Transaction,
  allowance: Allowance,
  itemIds: readonly string[],
  variationId: string | undefined,
  most: number,
): Promise<DeliveredRow[]> =>
  prepared(
    trx,
    statementFor(allowance, 'delivered-by-items'),
    sql<DeliveredRow>`
      select ${deliveredColumns(allowance.tenantId, false)} from delivery_document v ${joinBody(allowance.tenantId)}
      where v.tenant_id = ${allowance.tenantId} and v.content_item_id = any(${itemIds}::uuid[])
        and (${variationId ?? null}::uuid is null or v.variation_id = ${variationId ?? null}) and ${isAllowed(allowance)}
      order by array_position(${itemIds}::uuid[], v.content_item_id), v.content_variation_id
      limit ${most}`,
  )

/** A list by ids without conditions, with how many rows it has: for as long as the tenant's file is being made. */
export async function findDeliveredPage(
  trx: Transaction,
  tenantId: string,
  { variationIds, contentTypeIds, reach, order, offset, limit }: LiveQuestion,
  withSources: boolean,
): Promise<{ readonly rows: readonly DeliveredRow[]; readonly total: number }> {
  const isListed = sql<SqlBool>`v.tenant_id = ${tenantId} and v.variation_id = any(${variationIds}::uuid[])
    and v.content_type_id = any(${contentTypeIds}::uuid[]) and ${isReached(reach)}`
  const direction = sql.raw(order.direction === 'asc' ? 'asc' : 'desc')
  const [rows, counts] = await Promise.all([
    sql<DeliveredRow>`select ${deliveredColumns(tenantId, withSources)} from delivery_document v ${joinBody(tenantId)}
      where ${isListed} order by v.content_variation_id ${direction} limit ${limit} offset ${offset}`.execute(trx),
    sql<{ total: number }>`select count(*) as total from delivery_document v where ${isListed}`.execute(trx),
  ])
  return { rows: rows.rows, total: counts.rows[0]?.total ?? 0 }
}

/** The items that these content variations refer to, in the same variation, once each, if the key may read them. */
export const findLinked = (
  trx: Transaction,
  allowance: Allowance,
  contentVariationIds: readonly string[],
  known: readonly string[],
  most: number,
): Promise<DeliveredRow[]> =>
  prepared(
    trx,
    statementFor(allowance, 'delivered-links'),
    sql<DeliveredRow>`
      select distinct on (v.content_item_id) ${deliveredColumns(allowance.tenantId, false)}
      from delivery_document origin
      join content_reference r on r.tenant_id = ${allowance.tenantId} and r.content_item_id = origin.content_item_id
        and r.scope in ('p', 'b') and ${spaceHas(allowance.tenantId, sql`r.space`, sql`origin.variation_id`)}
      join delivery_document v on v.tenant_id = ${allowance.tenantId} and v.content_item_id = r.ref_id
        and v.variation_id = origin.variation_id
      ${joinBody(allowance.tenantId)}
      where origin.tenant_id = ${allowance.tenantId}
        and origin.content_variation_id = any(${contentVariationIds}::uuid[]) and r.ref_kind = 'item' and r.ref_id <> all(${known}::uuid[]) and ${isAllowed(allowance)}
      order by v.content_item_id, v.content_variation_id
      limit ${most}`,
  )

/** Whether published content that the key may read refers to the file. */
export async function isDelivered(trx: Transaction, allowance: Allowance, binaryId: string): Promise<boolean> {
  const { tenantId } = allowance
  const rows = await prepared(
    trx,
    statementFor(allowance, 'is-file-delivered'),
    sql`
      select 1 from content_reference r
      join delivery_document v on v.tenant_id = ${tenantId} and v.content_item_id = r.content_item_id
        and ${spaceHas(tenantId, sql`r.space`, sql`v.variation_id`)}
      where r.tenant_id = ${tenantId} and r.ref_id = ${binaryId} and r.scope in ('p', 'b') and r.ref_kind = 'binary'
        and ${isAllowed(allowance)}
      limit 1`,
  )
  return rows.length > 0
}
