import type { BulkChangeState, PartProblem } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredBulkChange, StoredCounts } from '../bulk-changes/bulk-change.ts'

/** How long a bulk change and its rows are kept, in days. The versions that it has written stay. */
const keptDays = 30

/** Waits for others of the tenant that begin one, so that they cannot pass the limit together. */
export async function lockBeginning(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk-changes:${tenantId}`}, 0))`.execute(trx)
}

/**
 * Slices that are written side by side share this lock; whoever stops them takes it alone, before the row of the bulk change. It
 * is no lock of that row, as each slice writes counts into the row in the end, and would wait for the lock of the other.
 */
export async function lockSlices(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`bulk-change:${tenantId}:${bulkChangeId}`}, 0))`.execute(trx)
}

/** Bulk changes with a job at work, or one that waits for its turn; one that no job has touched for an hour is given up. */
export async function countUnderWay(trx: Transaction, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bulk_change where tenant_id = ${tenantId}
      and state in ('rehearsing', 'executing') and touched_at > now() - interval '1 hour'`.execute(trx)
  return rows[0]?.count ?? 0
}

export async function insertBulkChange(
  trx: Transaction,
  tenantId: string,
  {
    bulkChangeId,
    createdBy,
    request,
    jobId,
    fingerprint,
    counts,
    rowCount,
  }: Pick<StoredBulkChange, 'bulkChangeId' | 'createdBy' | 'request' | 'jobId' | 'fingerprint' | 'counts' | 'rowCount'>,
): Promise<void> {
  await trx
    .insertInto('bulk_change')
    .values({
      tenant_id: tenantId,
      bulk_change_id: bulkChangeId,
      created_by: createdBy,
      request: JSON.stringify(request),
      state: 'rehearsing',
      phase: 'rehearsal',
      job_id: jobId,
      fingerprint,
      counts: JSON.stringify(counts),
      row_count: rowCount,
    })
    .execute()
}

const columns = sql`bulk_change_id as "bulkChangeId", created_by as "createdBy", created_at as "createdAt", request, state,
  phase, job_id as "jobId", runner, fingerprint, counts, problem, row_count as "rowCount", executed_by as "executedBy",
  ended_at as "endedAt"`

/** With `lock`, its row is locked: a slice of the job and whoever stops it wait for each other. */
export async function findBulkChange(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredBulkChange | undefined> {
  const { rows } = await sql<StoredBulkChange>`
    select ${columns} from bulk_change where tenant_id = ${tenantId} and bulk_change_id = ${bulkChangeId}
    ${lock ? sql`for update` : sql``}`.execute(trx)
  return rows[0]
}

export async function findBulkChanges(
  trx: Transaction,
  tenantId: string,
  { imports = false, offset, limit }: { readonly imports?: boolean; readonly offset: number; readonly limit: number },
): Promise<{ readonly found: readonly StoredBulkChange[]; readonly totalCount: number }> {
  const asked = imports
    ? sql`(request ->> 'source' = 'file' or request ->> 'undoOf' in (select bulk_change_id::text from bulk_change
        where tenant_id = ${tenantId} and request ->> 'source' = 'file'))`
    : sql`true`
  const [found, counted] = await Promise.all([
    sql<StoredBulkChange>`
      select ${columns} from bulk_change where tenant_id = ${tenantId} and ${asked}
      order by created_at desc, bulk_change_id desc limit ${limit} offset ${offset}`.execute(trx),
    sql<{ count: number }>`
      select count(*)::integer as count from bulk_change where tenant_id = ${tenantId} and ${asked}`.execute(trx),
  ])
  return { found: found.rows, totalCount: counted.rows[0]?.count ?? 0 }
}

export interface BulkChangeMove {
  readonly state?: BulkChangeState
  readonly phase?: StoredBulkChange['phase']
  readonly jobId?: string
  readonly runner?: string | null
  readonly fingerprint?: string
  readonly counts?: StoredCounts
  readonly problem?: PartProblem | null
  readonly rowCount?: number
  readonly executedBy?: string
  readonly isEnded?: boolean
}

export async function moveBulkChange(
  trx: Transaction,
  tenantId: string,
  bulkChangeId: string,
  to: BulkChangeMove,
): Promise<void> {
  const { state, phase, jobId, runner, fingerprint, counts, problem, rowCount, executedBy, isEnded } = to
  await trx
    .updateTable('bulk_change')
    .set({
      touched_at: sql`now()`,
      ...(state !== undefined && { state }),
      ...(phase !== undefined && { phase }),
      ...(jobId !== undefined && { job_id: jobId }),
      ...(runner !== undefined && { runner }),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(counts !== undefined && { counts: JSON.stringify(counts) }),
      ...(problem !== undefined && { problem: problem === null ? null : JSON.stringify(problem) }),
      ...(rowCount !== undefined && { row_count: rowCount }),
      ...(executedBy !== undefined && { executed_by: executedBy }),
      ...(isEnded !== undefined && { ended_at: isEnded ? sql`now()` : null }),
    })
    .where('tenant_id', '=', tenantId)
    .where('bulk_change_id', '=', bulkChangeId)
    .execute()
}

/** The oldest one that is kept no longer, unless a job is at it. */
export async function findExpired(trx: Transaction, tenantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select bulk_change_id as id from bulk_change where tenant_id = ${tenantId}
      and created_at < now() - make_interval(days => ${keptDays}) and touched_at < now() - interval '1 day'
    order by created_at limit 1`.execute(trx)
  return rows[0]?.id
}

/** Deletes it, without its rows left: see `deleteSomeRows`. */
export async function deleteBulkChange(trx: Transaction, tenantId: string, bulkChangeId: string): Promise<void> {
  await trx
    .deleteFrom('bulk_change')
    .where('tenant_id', '=', tenantId)
    .where('bulk_change_id', '=', bulkChangeId)
    .execute()
}
