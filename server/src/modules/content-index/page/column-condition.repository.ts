import type { ContentTypeKind } from '@pim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from './condition.repository.ts'

/** What every list is a list of; the beginning of each of its indexes. */
export interface ListPlace {
  readonly variationId: string
  readonly kinds: readonly ContentTypeKind[]
  /** Of what is deleted, what is not, or both. */
  readonly deleted: readonly boolean[]
}

export const inPlace = (tenantId: string, { variationId, kinds, deleted }: ListPlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = ${tenantId} and v.variation_id = ${variationId} and v.kind = any(${kinds}::text[])
    and v.is_deleted = any(${deleted}::boolean[])`

/** A condition on a column that lists can be ordered by. */
export interface ColumnCondition extends Condition {
  readonly column: 'modified_at' | 'completeness' | 'modified_by' | 'mime_type'
  /** The same of a row `b` of an index: in the order of the column, a stretch of it. */
  readonly bounds: RawBuilder<SqlBool>
}

const column = (
  tenantId: string,
  place: ListPlace,
  name: ColumnCondition['column'],
  is: (value: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): ColumnCondition => ({
  column: name,
  bounds: is(sql`b.${sql.ref(name)}`),
  ...columnOf(tenantId, place, is(sql`v.${sql.ref(name)}`)),
})

const columnOf = (tenantId: string, place: ListPlace, holds: RawBuilder<SqlBool>): Condition => ({
  holds,
  find: (most) =>
    sql`select v.content_variation_id from content_variation v where ${inPlace(tenantId, place)} and ${holds} limit ${most}`,
  isOfRow: true,
  spans: 'copies',
})

export const modifiedBy = (tenantId: string, place: ListPlace, userIds: readonly string[]): ColumnCondition =>
  column(tenantId, place, 'modified_by', (value) => sql`${value} = any(${userIds}::text[])`)

export const ofMimeType = (tenantId: string, place: ListPlace, mimeTypes: readonly string[]): ColumnCondition =>
  column(tenantId, place, 'mime_type', (value) => sql`${value} = any(${mimeTypes}::text[])`)

/** Said without a parameter, so that the index of what differs from what is live is seen to fit. */
export const differsFromLive = (tenantId: string, place: ListPlace, differs: boolean): Condition =>
  columnOf(tenantId, place, differs ? sql`v.has_unpublished_changes` : sql`not v.has_unpublished_changes`)

interface Range<Value> {
  readonly from?: Value | undefined
  readonly to?: Value | undefined
}

export const modifiedBetween = (tenantId: string, place: ListPlace, { from, to }: Range<string>): ColumnCondition =>
  column(
    tenantId,
    place,
    'modified_at',
    (value) => sql`${value} >= ${from ?? '-infinity'}::timestamptz and ${value} <= ${to ?? 'infinity'}::timestamptz`,
  )

export const completeBetween = (tenantId: string, place: ListPlace, { from, to }: Range<number>): ColumnCondition =>
  column(
    tenantId,
    place,
    'completeness',
    (value) => sql`${value} >= ${from ?? 0}::smallint and ${value} <= ${to ?? 100}::smallint`,
  )
