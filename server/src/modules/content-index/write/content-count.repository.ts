import type { ContentTypeKind, Status } from '@pim/contract'
import { sql } from 'kysely'
import { prepared, type Transaction, written } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'

/** What working copies are counted by. */
export interface CountedAs {
  readonly variationId: string
  readonly kind: ContentTypeKind
  readonly contentTypeId: string
  readonly isDeleted: boolean
  readonly status: Status
  /** Place of its state among `translationStates`. */
  readonly translationState: number
}

/** Working copies before and after a change; either is left out where there is none. */
export interface CountChange {
  readonly before?: CountedAs | undefined
  readonly after?: CountedAs | undefined
}

/** Rows that are appended, on the average, until a call folds the rows of its tenant into one a count. */
export const foldEvery = 100

/**
 * Appends what a change adds to the counts and takes away, in its own transaction. Rows are appended and never updated,
 * so that no two changes wait for each other.
 */
export async function appendCounts(trx: Transaction, tenantId: string, changes: readonly CountChange[]): Promise<void> {
  const rows = differencesOf(changes)
  if (rows.length === 0) return
  await written(
    trx,
    'append-content-counts',
    sql`
    insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, translation_state, change)
    select ${tenantId}::uuid, row.* from unnest(${rows.map((row) => row.variationId)}::uuid[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.contentTypeId)}::uuid[],
      ${rows.map((row) => row.isDeleted)}::boolean[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.translationState)}::smallint[], ${rows.map((row) => row.change)}::integer[]) as row (variation_id, kind, content_type_id, is_deleted, status, translation_state, change)
    ${withoutCopy}`,
  )
  if (Math.random() < rows.length / foldEvery) await foldCounts(trx, tenantId)
}

/** Items of the tenant with those that are deleted and not removed: as many as the variation has that most of them are in. */
export async function itemCount(trx: Transaction, tenantId: string): Promise<number> {
  const [row] = await prepared(
    trx,
    'count-items',
    sql<{ count: number }>`
    select coalesce(max(of_variation.count), 0)::integer as count
    from (select sum(change) as count from content_count where tenant_id = ${tenantId} group by variation_id) as of_variation`,
  )
  return row?.count ?? 0
}

interface CountRow extends CountedAs {
  readonly change: number
}

function differencesOf(changes: readonly CountChange[]): CountRow[] {
  const rows = new Map<string, CountRow>()
  const add = (counted: CountedAs | undefined, change: number) => {
    if (counted === undefined) return
    const { variationId, kind, contentTypeId, isDeleted, status, translationState } = counted
    const key = `${variationId} ${kind} ${contentTypeId} ${isDeleted} ${status} ${translationState}`
    rows.set(key, {
      variationId,
      kind,
      contentTypeId,
      isDeleted,
      status,
      translationState,
      change: (rows.get(key)?.change ?? 0) + change,
    })
  }
  for (const { before, after } of changes) {
    add(before, -1)
    add(after, 1)
  }
  return [...rows.values()].filter(({ change }) => change !== 0)
}

/** Sums the rows of the tenant up. Without the lock, somebody else is doing it already. */
async function foldCounts(trx: Transaction, tenantId: string): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('content_count' || ${tenantId}, 0)) as "isFree"`.execute(trx)
  if (rows[0]?.isFree !== true) return
  await sql`
    with folded as (delete from content_count where tenant_id = ${tenantId} returning *)
    insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, translation_state, change)
    select ${tenantId}::uuid, variation_id, kind, content_type_id, is_deleted, status, translation_state, sum(change) from folded
    group by variation_id, kind, content_type_id, is_deleted, status, translation_state having sum(change) <> 0
    ${withoutCopy}`.execute(trx)
}

/** How many working copies that are not deleted are in which state of translation, by variation. */
export const countTranslations = (
  trx: Transaction,
  tenantId: string,
  kinds: readonly ContentTypeKind[],
): Promise<{ readonly variationId: string; readonly translationState: number; readonly count: number }[]> =>
  prepared(
    trx,
    'count-translations',
    sql<{ variationId: string; translationState: number; count: number }>`
      select variation_id as "variationId", translation_state as "translationState", sum(change)::integer as count
      from content_count where tenant_id = ${tenantId} and kind = any(${kinds}::text[]) and not is_deleted
      group by 1, 2 having sum(change) > 0 order by 1, 2`,
  )
