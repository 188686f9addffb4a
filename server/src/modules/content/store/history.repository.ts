import type { VersionSummary } from '@pim/contract'
import { sql } from 'kysely'
import { readMarker } from '../../../core/long-value.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Slot } from '../domain/values.ts'

export type VersionRow = Omit<VersionSummary, 'isPublished' | 'bulkChangeId'> & { readonly bulkChangeId: string | null }

const summaryColumns = [
  'version',
  'action',
  'at',
  'by',
  'status',
  'changed_fields as changedFields',
  'bulk_change_id as bulkChangeId',
] as const

export async function findVersions(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  slice: { readonly offset: number; readonly limit: number },
): Promise<VersionRow[]> {
  return trx
    .selectFrom('content_version')
    .select(summaryColumns)
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', '=', contentVariationId)
    .orderBy('version', 'desc')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute()
}

export async function findVersion(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return trx
    .selectFrom('content_version')
    .select(summaryColumns)
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', '=', contentVariationId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/**
 * The value, as of a version, of every field that was changed after it: the `before` of the first change that
 * followed. Together with the current values that is the whole version, without reading the history before it.
 */
export async function findChangedSince(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  version: number,
  names?: readonly string[],
): Promise<Map<string, Slot>> {
  const { rows } = await sql<{ name: string; had: boolean; value: unknown }>`
    select distinct on (change.key) change.key as name, change.value ? 'before' as had,
      change.value -> 'before' as value
    from content_version v, jsonb_each(v.changes) change
    where v.tenant_id = ${tenantId} and v.content_variation_id = ${contentVariationId} and v.version > ${version}
      ${names === undefined ? sql`` : sql`and change.key = any(${names})`}
    order by change.key, v.version`.execute(trx)
  return new Map(rows.map(({ name, had, value }) => [name, had ? { value: readMarker(value) ?? value } : undefined]))
}

/** How many versions the item has in its history. */
export async function countVersions(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
): Promise<number> {
  const { count } = await trx
    .selectFrom('content_version')
    .select((from) => from.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('content_variation_id', 'in', [...contentVariationIds])
    .executeTakeFirstOrThrow()
  return count
}

/** The values that these fields had before changes of these variations: ids of files. */
export async function findFormerTexts(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
  technicalFieldNames: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct change.value ->> 'before' as value from content_version v, jsonb_each(v.changes) change
    where v.tenant_id = ${tenantId} and v.content_variation_id = any(${[...contentVariationIds]}::uuid[])
      and change.key = any(${[...technicalFieldNames]}::text[]) and jsonb_typeof(change.value -> 'before') = 'string'`.execute(
    trx,
  )
  return rows.map(({ value }) => value)
}

/** Limit of the changes that are looked at for a former text. */
const maxFormerValues = 200

/** Values of these fields before their latest changes in these variations, the latest first. */
export async function findFormerValues(
  trx: Transaction,
  tenantId: string,
  contentVariationIds: readonly string[],
  technicalFieldNames: readonly string[],
): Promise<{ readonly name: string; readonly value: unknown }[]> {
  const names = [...technicalFieldNames]
  const { rows } = await sql<{ name: string; value: unknown }>`
    select change.key as name, change.value -> 'before' as value
    from content_version v, jsonb_each(v.changes) change
    where v.tenant_id = ${tenantId} and v.content_variation_id = any(${[...contentVariationIds]}::uuid[])
      and change.key = any(${names}::text[]) and change.value ? 'before'
    order by v.at desc, v.version desc limit ${maxFormerValues}`.execute(trx)
  return rows.map(({ name, value }) => ({ name, value: readMarker(value) ?? value }))
}

/** A change that is kept in the history: of a field, as it was before. */
export interface KeptSlot {
  readonly contentVariationId: string
  readonly name: string
  /** Undefined where it had no own value. */
  readonly before: Slot
  /** Who has changed the same field after it, and when, the last time; null: nobody. */
  readonly later: { readonly by: string; readonly at: string } | null
}

/** What these versions have changed, with whether it has been changed again since. */
export async function findSlotsOfVersions(
  trx: Transaction,
  tenantId: string,
  versions: ReadonlyMap<string, number>,
): Promise<KeptSlot[]> {
  if (versions.size === 0) return []
  const { rows } = await sql<{
    contentVariationId: string
    name: string
    had: boolean
    value: unknown
    by: string | null
    at: string | null
  }>`
    select v.content_variation_id as "contentVariationId", change.key as name, change.value ? 'before' as had,
      change.value -> 'before' as value, later.by, later.at
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) as asked (id, version)
    join content_version v on v.tenant_id = ${tenantId} and v.content_variation_id = asked.id and v.version = asked.version
    cross join lateral jsonb_each(v.changes) change
    left join lateral (
      select l.by, l.at from content_version l
      where l.tenant_id = ${tenantId} and l.content_variation_id = asked.id and l.version > asked.version
        and change.key = any(l.changed_fields)
      order by l.version desc limit 1) later on true`.execute(trx)
  return rows.map(({ contentVariationId, name, had, value, by, at }) => ({
    contentVariationId,
    name,
    before: had ? { value: readMarker(value) ?? value } : undefined,
    later: by === null || at === null ? null : { by, at },
  }))
}
