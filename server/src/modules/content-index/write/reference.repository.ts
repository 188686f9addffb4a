import type { Reference } from '@pim/field-types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { entryScopesOf, type ProjectionScope } from './projected-variation.ts'
import { joinSpace, spaceHas } from './space.repository.ts'

export interface OutgoingReference {
  readonly technicalFieldName: string
  readonly kind: Reference['kind']
  readonly id: string
}

/** What an item points to in one variation, in the order of its values. */
export async function findReferences(
  trx: Transaction,
  tenantId: string,
  { contentItemId, variationId }: { readonly contentItemId: string; readonly variationId: string },
  scope: ProjectionScope,
): Promise<OutgoingReference[]> {
  const { rows } = await sql<OutgoingReference>`
    select sp.technical_field_name as "technicalFieldName", r.ref_kind as kind, r.ref_id as id
    from content_reference r ${joinSpace(tenantId, sql`r.space`)}
    where r.tenant_id = ${tenantId} and r.content_item_id = ${contentItemId}
      and r.scope = any(${entryScopesOf([scope])}::"char"[]) and ${variationId}::uuid = any(re.variation_ids)
    order by sp.technical_field_name, r.position`.execute(trx)
  return rows
}

export interface IncomingReference {
  readonly contentItemId: string
  readonly technicalFieldName: string
  readonly id: string
}

export interface IncomingFilter {
  readonly ids: readonly string[]
  readonly scope: ProjectionScope
  /** Left out: in any. */
  readonly variationId?: string | undefined
  /** An item whose own references do not count. */
  readonly except?: string
  readonly limit: number
}

/** What points to any of these things: items, concepts or binaries. Once for each field, in however many variations. */
export async function findReferrers(
  trx: Transaction,
  tenantId: string,
  { ids, scope, variationId, except, limit }: IncomingFilter,
): Promise<IncomingReference[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<IncomingReference>`
    select distinct r.content_item_id as "contentItemId", sp.technical_field_name as "technicalFieldName", r.ref_id as id
    from content_reference r ${joinSpace(tenantId, sql`r.space`)}
    where r.tenant_id = ${tenantId} and r.ref_id = any(${ids}::uuid[])
      and r.scope = any(${entryScopesOf([scope])}::"char"[])
      ${variationId === undefined ? sql`` : sql`and ${variationId}::uuid = any(re.variation_ids)`}
      ${except === undefined ? sql`` : sql`and r.content_item_id <> ${except}`}
    order by 1, 2 limit ${limit}`.execute(trx)
  return rows
}

export interface LiveReferrer {
  readonly contentItemId: string
  readonly technicalFieldName: string
  /** The target. */
  readonly id: string
  /** The variations that have the reference. */
  readonly variationIds: readonly string[]
}

/** Live references to any of these items, each with its variations. */
export async function findLiveReferrers(
  trx: Transaction,
  tenantId: string,
  ids: readonly string[],
  limit: number,
): Promise<LiveReferrer[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LiveReferrer>`
    select r.content_item_id as "contentItemId", sp.technical_field_name as "technicalFieldName", r.ref_id as id,
      re.variation_ids as "variationIds"
    from content_reference r ${joinSpace(tenantId, sql`r.space`)}
    where r.tenant_id = ${tenantId} and r.ref_id = any(${ids}::uuid[]) and r.scope = any(${entryScopesOf(['p'])}::"char"[])
    order by r.content_item_id, sp.technical_field_name, r.ref_id limit ${limit}`.execute(trx)
  return rows
}

/** An item in a variation in which references say that it is live. */
export interface LivePlace {
  readonly contentItemId: string
  readonly variationId: string
}

/** Where what is live refers to a file, of `limit` items behind one, in the order of their ids. */
export const findUsesOfFile = (
  trx: Transaction,
  tenantId: string,
  binaryId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<LivePlace[]> => {
  const isUse = sql`r.tenant_id = ${tenantId} and r.ref_id = ${binaryId} and r.ref_kind = 'binary'
    and r.scope = any(${entryScopesOf(['p'])}::"char"[])`
  return prepared(
    trx,
    'uses-of-file',
    sql<LivePlace>`
      with item as (
        select distinct r.content_item_id from content_reference r
        where ${isUse} and (${after ?? null}::uuid is null or r.content_item_id > ${after ?? null}::uuid)
        order by 1 limit ${limit}
      )
      select distinct r.content_item_id as "contentItemId", unnest(re.variation_ids) as "variationId"
      from item join content_reference r on r.content_item_id = item.content_item_id and ${isUse}
      ${joinSpace(tenantId, sql`r.space`)}
      order by 1`,
  )
}

/** The items that what is live of these links to, each in the variation of what links to it, in the order of their ids. */
export async function findLinkedIds(
  trx: Transaction,
  tenantId: string,
  origins: readonly LivePlace[],
  { after, limit }: { readonly after: LivePlace | undefined; readonly limit: number },
): Promise<LivePlace[]> {
  if (origins.length === 0) return []
  return prepared(
    trx,
    'linked-ids',
    sql<LivePlace>`
      select distinct r.ref_id as "contentItemId", origin.variation_id as "variationId"
      from unnest(${origins.map(({ contentItemId }) => contentItemId)}::uuid[],
        ${origins.map(({ variationId }) => variationId)}::uuid[]) as origin (content_item_id, variation_id)
      join content_reference r on r.tenant_id = ${tenantId} and r.content_item_id = origin.content_item_id
        and r.scope = any(${entryScopesOf(['p'])}::"char"[])
        and ${spaceHas(tenantId, sql`r.space`, sql`origin.variation_id`)}
      where r.ref_kind = 'item' and (${after?.contentItemId ?? null}::uuid is null
        or (r.ref_id, origin.variation_id) > (${after?.contentItemId ?? null}::uuid, ${after?.variationId ?? null}::uuid))
      order by 1, 2 limit ${limit}`,
  )
}

/**
 * The items that refer to any of these ids (a subquery), as a subquery for a statement about items. Without `scopes`
 * in every scope: working copies, deleted ones and what is live.
 */
export const itemsReferringTo = (
  tenantId: string,
  kind: Reference['kind'],
  ids: RawBuilder<unknown>,
  scopes?: readonly ProjectionScope[],
): RawBuilder<unknown> => sql`
  select reference.content_item_id from content_reference reference
  where reference.tenant_id = ${tenantId} and reference.ref_kind = ${kind} and reference.ref_id in (${ids})
    ${scopes === undefined ? sql`` : sql`and reference.scope = any(${entryScopesOf(scopes)}::"char"[])`}`

/** Items whose working copies, deleted or not, or what is live of them, name one of these concepts. */
export async function findItemsWithConcepts(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ content_item_id: string }>`
    select distinct content_item_id from content_reference
    where tenant_id = ${tenantId} and ref_kind = 'concept'
      and ref_id = any(${[...conceptIds]}::uuid[])
    order by content_item_id limit ${limit}`.execute(trx)
  return rows.map((row) => row.content_item_id)
}

/**
 * Items, deleted, live or in work, that name a concept that is not there any more, and which. `isThere`: the condition
 * that the concept of an id exists, from the module that keeps concepts.
 */
export async function findDanglingConcepts(
  trx: Transaction,
  tenantId: string,
  isThere: (conceptId: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  after: string | undefined,
  limit: number,
): Promise<{ contentItemId: string; conceptIds: string[] }[]> {
  const { rows } = await sql<{ contentItemId: string; conceptIds: string[] }>`
    select reference.content_item_id as "contentItemId", array_agg(distinct reference.ref_id) as "conceptIds"
    from content_reference reference
    where reference.tenant_id = ${tenantId} and reference.ref_kind = 'concept'
      ${after === undefined ? sql`` : sql`and reference.content_item_id > ${after}`}
      and not ${isThere(sql`reference.ref_id`)}
    group by reference.content_item_id order by reference.content_item_id limit ${limit}`.execute(trx)
  return rows
}

/** Which of these things items other than this one refer to, deleted or not, in working copies or live. */
export async function findReferredElsewhere(
  trx: Transaction,
  tenantId: string,
  ids: readonly string[],
  contentItemId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct ref_id as id from content_reference
    where tenant_id = ${tenantId} and ref_id = any(${[...ids]}::uuid[]) and content_item_id <> ${contentItemId}`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}
