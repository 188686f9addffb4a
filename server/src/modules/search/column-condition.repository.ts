import type { ContentTypeKind } from '@pim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../listing/index.ts'

/** What every list is a list of; the beginning of each of its indexes. */
export interface ListPlace {
  readonly variationId: string
  readonly kinds: readonly ContentTypeKind[]
  readonly withDeleted: boolean
}

export const inPlace = (tenantId: string, { variationId, kinds, withDeleted }: ListPlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`v.tenant_id = ${tenantId} and v.variation_id = ${variationId} and v.kind = any(${kinds}::text[])
    and v.is_deleted = any(${withDeleted ? [false, true] : [false]}::boolean[])`

const column = (tenantId: string, place: ListPlace, holds: RawBuilder<SqlBool>): Condition => ({
  holds,
  find: (most) =>
    sql`select v.content_variation_id from content_variation v where ${inPlace(tenantId, place)} and ${holds} limit ${most}`,
  spans: 'copies',
})

export const modifiedBy = (tenantId: string, place: ListPlace, userIds: readonly string[]): Condition =>
  column(tenantId, place, sql`v.modified_by = any(${userIds}::text[])`)

export const ofMimeType = (tenantId: string, place: ListPlace, mimeTypes: readonly string[]): Condition =>
  column(tenantId, place, sql`v.mime_type = any(${mimeTypes}::text[])`)

interface Range<Value> {
  readonly from?: Value | undefined
  readonly to?: Value | undefined
}

export const modifiedBetween = (tenantId: string, place: ListPlace, { from, to }: Range<string>): Condition =>
  column(
    tenantId,
    place,
    sql`v.modified_at >= ${from ?? '-infinity'}::timestamptz and v.modified_at <= ${to ?? 'infinity'}::timestamptz`,
  )

export const completeBetween = (tenantId: string, place: ListPlace, { from, to }: Range<number>): Condition =>
  column(tenantId, place, sql`v.completeness between ${from ?? 0}::smallint and ${to ?? 100}::smallint`)
