import type { PausedJob } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import { type ClaimedJob, heldRow } from './job-queue.ts'

/* Jobs that wait in the queue for somebody who may do them. */

/** Leaves it in the queue until somebody takes it over or ends it. */
export async function pauseJob(trx: Transaction, job: ClaimedJob, paused: PausedJob): Promise<void> {
  await heldRow(trx, job)
    .set({
      status: 'queued',
      lease_until: null,
      run_after: 'infinity',
      paused: JSON.stringify(paused),
    })
    .execute()
}

const pausedRow = (trx: Transaction, tenantId: string, jobId: string) =>
  trx.updateTable('job').where('tenant_id', '=', tenantId).where('job_id', '=', jobId).where('paused', 'is not', null)

/** Runs it on behalf of somebody else; false where it does not wait for that. */
export async function takeOverJob(trx: Transaction, tenantId: string, jobId: string, by: string): Promise<boolean> {
  const { numUpdatedRows } = await pausedRow(trx, tenantId, jobId)
    .set({ paused: null, run_after: sql`now()`, created_by: by })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a job that waits for somebody to take it over; false where it does not. */
export async function endPausedJob(trx: Transaction, tenantId: string, jobId: string): Promise<boolean> {
  const { numUpdatedRows } = await pausedRow(trx, tenantId, jobId)
    .set({ paused: null, status: 'failed', error: 'It was ended.', finished_at: sql`now()` })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What a paused job takes, for whoever takes it over or ends it; undefined where it is not paused. */
export const findPausedJob = (
  trx: Transaction,
  tenantId: string,
  jobId: string,
): Promise<{ kind: string; input: Record<string, unknown>; paused: PausedJob | null } | undefined> =>
  trx
    .selectFrom('job')
    .select(['kind', 'input', 'paused'])
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', jobId)
    .where('paused', 'is not', null)
    .executeTakeFirst()
