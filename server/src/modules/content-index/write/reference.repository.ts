import type { Reference } from '@pim/field-types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import type { ProjectionScope, ReferenceRow } from './projected-variation.ts'

/** Replaces references by a difference, as for keys. `live` selects the rows of what is live, otherwise working copies. */
export async function replaceReferences(
  trx: Transaction,
  tenantId: string,
  documents: readonly string[],
  live: boolean,
  rows: readonly (ReferenceRow & { readonly scope: ProjectionScope })[],
): Promise<void> {
  await prepared(
    trx,
    'replace-references',
    sql`
    with wanted as (
      select * from unnest(${rows.map((row) => row.contentVariationId)}::uuid[],
        ${rows.map((row) => row.scope)}::"char"[], ${rows.map((row) => row.technicalFieldName)}::text[],
        ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.position)}::integer[], ${rows.map((row) => row.contentItemId)}::uuid[],
        ${rows.map((row) => row.variationId)}::uuid[])
        as row (content_variation_id, scope, technical_field_name, ref_kind, ref_id, position, content_item_id,
          variation_id)
    ), present as (
      select content_variation_id, scope, technical_field_name, ref_kind, ref_id, position, content_item_id,
        variation_id
      from content_reference
      where tenant_id = ${tenantId} and content_variation_id = any(${documents}::uuid[]) and (scope = 'p') = ${live}
    ), gone as (
      delete from content_reference using (
        select content_variation_id, scope, technical_field_name, ref_id from present
        except select content_variation_id, scope, technical_field_name, ref_id from wanted
      ) old
      where content_reference.tenant_id = ${tenantId}
        and content_reference.content_variation_id = old.content_variation_id
        and content_reference.scope = old.scope
        and content_reference.technical_field_name = old.technical_field_name
        and content_reference.ref_id = old.ref_id
    )
    insert into content_reference (tenant_id, content_variation_id, scope, technical_field_name, ref_kind, ref_id,
      position, content_item_id, variation_id)
    select ${tenantId}::uuid, * from (select * from wanted except select * from present) new
    on conflict (tenant_id, content_variation_id, scope, technical_field_name, ref_id)
      do update set position = excluded.position, ref_kind = excluded.ref_kind`,
  )
}

export async function removeReferences(
  trx: Transaction,
  tenantId: string,
  documents: readonly string[],
): Promise<void> {
  await sql`
    delete from content_reference
    where tenant_id = ${tenantId} and content_variation_id = any(${documents}::uuid[])`.execute(trx)
}

export interface OutgoingReference {
  readonly technicalFieldName: string
  readonly kind: Reference['kind']
  readonly id: string
}

/** What one content variation points to, in the order of its values. */
export async function findReferences(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  scope: ProjectionScope,
): Promise<OutgoingReference[]> {
  return trx
    .selectFrom('content_reference')
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', '=', contentVariationId)
    .where('scope', '=', scope)
    .orderBy('technical_field_name')
    .orderBy('position')
    .select(['technical_field_name as technicalFieldName', 'ref_kind as kind', 'ref_id as id'])
    .execute()
}

export interface IncomingReference {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly variationId: string
  readonly technicalFieldName: string
  readonly id: string
}

export interface IncomingFilter {
  readonly ids: readonly string[]
  readonly scope: ProjectionScope
  readonly variationId?: string | undefined
  /** Left out: no limit. */
  readonly limit?: number | undefined
}

/** What points to any of these things: items, concepts or binaries. */
export async function findReferrers(
  trx: Transaction,
  tenantId: string,
  { ids, scope, variationId, limit }: IncomingFilter,
): Promise<IncomingReference[]> {
  if (ids.length === 0) return []
  let query = trx
    .selectFrom('content_reference')
    .where('tenant_id', '=', tenantId)
    .where('ref_id', 'in', [...ids])
    .where('scope', '=', scope)
  if (variationId !== undefined) query = query.where('variation_id', '=', variationId)
  if (limit !== undefined) query = query.limit(limit)
  return query
    .orderBy('content_variation_id')
    .orderBy('technical_field_name')
    .select([
      'content_item_id as contentItemId',
      'content_variation_id as contentVariationId',
      'variation_id as variationId',
      'technical_field_name as technicalFieldName',
      'ref_id as id',
    ])
    .execute()
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
    ${scopes === undefined ? sql`` : sql`and reference.scope = any(${scopes}::"char"[])`}`

/** Items whose working copies, deleted or not, or what is live of them, name one of these concepts. */
export async function findItemsWithConcepts(
  trx: Transaction,
  tenantId: string,
  conceptIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ content_item_id: string }>`
    select distinct content_item_id from content_reference
    where tenant_id = ${tenantId} and ref_kind = 'concept' and scope in ('w', 'd', 'p')
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
    where reference.tenant_id = ${tenantId} and reference.ref_kind = 'concept' and reference.scope in ('w', 'd', 'p')
      ${after === undefined ? sql`` : sql`and reference.content_item_id > ${after}`}
      and not ${isThere(sql`reference.ref_id`)}
    group by reference.content_item_id order by reference.content_item_id limit ${limit}`.execute(trx)
  return rows
}
