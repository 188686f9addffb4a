import type { Job, Page, PausedJob, Role } from '@pim/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { Transaction } from '../database/transaction.ts'

/** A runner that has not renewed its lease for this long is taken for dead, and its job goes back to the queue. */
export const leaseSeconds = 10
/** A job fails for good after this many attempts. */
export const maxAttempts = 5

export interface NewJob {
  readonly kind: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly createdBy: string
  readonly totalCount?: number
  /** The role that it takes, where that is more than its kind takes. */
  readonly needs?: Role
}

export interface ClaimedJob {
  readonly tenantId: string
  readonly jobId: string
  readonly kind: string
  readonly input: Record<string, unknown>
  readonly createdBy: string
  readonly needs: Role | null
  /**
   * Counts from 1. It is also a fencing token: updates of an earlier attempt, whose lease has expired, have no effect.
   */
  readonly attempt: number
}

/** Names one attempt of a job: this server may claim a job again while an attempt that lost its lease still runs. */
export const runKeyOf = ({ jobId, attempt }: Pick<ClaimedJob, 'jobId' | 'attempt'>): string => `${jobId}/${attempt}`

export async function insertJob(trx: Transaction, tenantId: string, job: NewJob): Promise<string> {
  const jobId = newId()
  await trx
    .insertInto('job')
    .values({
      tenant_id: tenantId,
      job_id: jobId,
      kind: job.kind,
      input: { ...job.input },
      created_by: job.createdBy,
      total_count: job.totalCount ?? null,
      needs: job.needs ?? null,
      paused: null,
      result: null,
      error: null,
    })
    .execute()
  return jobId
}

/** Claims the next job that may run, of no tenant that is held back. Only one job of a kind runs in a tenant at a time, on all servers together. */
export async function claimJob(
  trx: Transaction,
  kinds: readonly string[],
  heldBack: readonly string[],
): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    update job set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now()),
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    where (tenant_id, job_id) = (
      select tenant_id, job_id from job waiting
      where status = 'queued' and run_after <= now() and kind = any(${[...kinds]})
        and tenant_id <> all(${[...heldBack]}::uuid[])
        and not exists (
          select from job other
          where other.tenant_id = waiting.tenant_id and other.kind = waiting.kind and other.status = 'running')
      order by run_after, job_id limit 1 for update skip locked)
    returning tenant_id as "tenantId", job_id as "jobId", kind, input, created_by as "createdBy", needs, attempts as attempt`.execute(
    trx,
  )
  return rows[0]
}

/** Extends the leases of running jobs; returns the keys of those that this runner still holds. */
export async function renewLeases(trx: Transaction, jobs: readonly ClaimedJob[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<ClaimedJob, 'jobId' | 'attempt'>>`
    update job set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${jobs.map((job) => job.jobId)}::uuid[], ${jobs.map((job) => job.attempt)}::int[]) as held (id, attempt)
    where job.job_id = held.id and job.attempts = held.attempt and job.status = 'running'
    returning job.job_id as "jobId", job.attempts as attempt`.execute(trx)
  return new Set(rows.map(runKeyOf))
}

/** Puts jobs whose lease has expired back into the queue, or fails them after the last attempt. */
export async function requeueAbandoned(trx: Transaction): Promise<void> {
  await sql`
    update job set
      status = case when attempts < ${maxAttempts} then 'queued' else 'failed' end,
      error = case when attempts < ${maxAttempts} then error else 'The server that ran it stopped, again and again.' end,
      finished_at = case when attempts < ${maxAttempts} then null else now() end,
      lease_until = null, run_after = now()
    where status = 'running' and lease_until < now()`.execute(trx)
}

export async function saveProgress(trx: Transaction, job: ClaimedJob, done: number, total?: number): Promise<void> {
  await heldRow(trx, job)
    .set({ done_count: done, ...(total !== undefined && { total_count: total }) })
    .execute()
}

export async function finishJob(trx: Transaction, job: ClaimedJob, result: Record<string, unknown>): Promise<boolean> {
  const { numUpdatedRows } = await heldRow(trx, job)
    .set({ status: 'done', result, error: null, finished_at: sql`now()`, lease_until: null })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function failJob(trx: Transaction, job: ClaimedJob, message: string): Promise<void> {
  await heldRow(trx, job)
    .set({ status: 'failed', error: message, finished_at: sql`now()`, lease_until: null })
    .execute()
}

/**
 * Puts a job back into the queue, to run after a pause. `counts`: whether this attempt counts; not where the server
 * stops.
 */
export async function returnJob(trx: Transaction, job: ClaimedJob, afterSeconds: number, counts = true): Promise<void> {
  await heldRow(trx, job)
    .set({
      status: 'queued',
      lease_until: null,
      run_after: sql`now() + make_interval(secs => ${afterSeconds})`,
      ...(!counts && { attempts: job.attempt - 1 }),
    })
    .execute()
}

/** The row of a job, only while this attempt holds it. */
export const heldRow = (trx: Transaction, job: ClaimedJob) =>
  trx
    .updateTable('job')
    .where('tenant_id', '=', job.tenantId)
    .where('job_id', '=', job.jobId)
    .where('attempts', '=', job.attempt)
    .where('status', '=', 'running')

/** Deletes jobs that ended 90 days ago. */
export async function deleteOldJobs(trx: Transaction): Promise<void> {
  await sql`delete from job where finished_at < now() - interval '90 days'`.execute(trx)
}

const columns = [
  'job_id as jobId',
  'kind',
  'status',
  'done_count as doneCount',
  'total_count as totalCount',
  'created_at as createdAt',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'created_by as createdBy',
  'result',
  'error',
  'paused',
] as const

const shown = ({ paused, ...job }: Omit<Job, 'paused'> & { readonly paused: PausedJob | null }): Job => ({
  ...job,
  ...(paused !== null && { paused }),
})

export const findJob = (database: Database, tenantId: string, jobId: string): Promise<Job | undefined> =>
  database.inTenantReadOnly(tenantId, async (trx) => {
    const row = await trx
      .selectFrom('job')
      .select(columns)
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    return row && shown(row)
  })

export const listJobs = (
  database: Database,
  tenantId: string,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<Page<Job>> =>
  database.inTenantReadOnly(tenantId, async (trx) => {
    const ofTenant = trx.selectFrom('job').where('tenant_id', '=', tenantId)
    const [items, { count }] = await Promise.all([
      ofTenant
        .select(columns)
        .orderBy('created_at', 'desc')
        .orderBy('job_id', 'desc')
        .limit(pageSize)
        .offset((pageNumber - 1) * pageSize)
        .execute(),
      ofTenant.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ])
    return {
      items: items.map(shown),
      paging: { pageNumber, pageSize, totalCount: count, totalPages: Math.ceil(count / pageSize) },
    }
  })

/**
 * An unfinished job of the kind, which is not paused. Takes an advisory lock, so that concurrent callers find the same job and start only
 * one.
 */
export async function findUnfinishedJob(trx: Transaction, tenantId: string, kind: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${tenantId}`}, 0))`.execute(trx)
  const row = await trx
    .selectFrom('job')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running'])
    .where('paused', 'is', null)
    .select('job_id')
    .orderBy('job_id')
    .executeTakeFirst()
  return row?.job_id
}
