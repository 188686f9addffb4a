import type { BulkChangeCounts, RunOutcome, RunProblem } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Seen, StoredRun } from './stored-schedule.ts'

/** Of each schedule; older ones are deleted when another one begins. */
const keptRuns = 200

const columns = sql`run_id as "runId", schedule_id as "scheduleId", asked_by as "askedBy", is_next as "isNext", step, outcome, problem,
  file_name as "fileName", seen, job_id as "jobId", bulk_change_id as "bulkChangeId", counts, object_key as "objectKey",
  byte_size::float8 as "byteSize", begun_at as "begunAt", ended_at as "endedAt"`

export async function insertRun(
  trx: Transaction,
  tenantId: string,
  {
    runId,
    scheduleId,
    askedBy,
    isNext,
    jobId,
  }: Pick<StoredRun, 'runId' | 'scheduleId' | 'askedBy' | 'isNext' | 'jobId'>,
): Promise<void> {
  await sql`
    insert into schedule_run (tenant_id, run_id, schedule_id, asked_by, is_next, job_id)
    values (${tenantId}, ${runId}, ${scheduleId}, ${askedBy}, ${isNext}, ${jobId})`.execute(trx)
  const { rows } = await sql<{ begunAt: string }>`
    select begun_at as "begunAt" from schedule_run where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
    order by begun_at desc offset ${keptRuns} limit 1`.execute(trx)
  const oldest = rows[0]?.begunAt
  if (oldest !== undefined)
    await sql`delete from schedule_run where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
      and begun_at <= ${oldest}`.execute(trx)
}

export async function findRun(trx: Transaction, tenantId: string, runId: string): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select ${columns} from schedule_run where tenant_id = ${tenantId} and run_id = ${runId}`.execute(trx)
  return rows[0]
}

export async function findRuns(
  trx: Transaction,
  tenantId: string,
  scheduleId: string,
  limit: number,
): Promise<StoredRun[]> {
  const { rows } = await sql<StoredRun>`
    select ${columns} from schedule_run where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
    order by begun_at desc, run_id desc limit ${limit}`.execute(trx)
  return rows
}

/** Of each schedule of the tenant that has one. */
export async function findLastRuns(trx: Transaction, tenantId: string): Promise<ReadonlyMap<string, StoredRun>> {
  const { rows } = await sql<StoredRun>`
    select distinct on (schedule_id) ${columns} from schedule_run where tenant_id = ${tenantId}
    order by schedule_id, begun_at desc, run_id desc`.execute(trx)
  return new Map(rows.map((run) => [run.scheduleId, run]))
}

export interface RunMove {
  readonly step: StoredRun['step']
  readonly outcome?: RunOutcome
  readonly problem?: RunProblem
  readonly fileName?: string
  readonly seen?: Seen
  readonly bulkChangeId?: string
  readonly counts?: BulkChangeCounts
  readonly objectKey?: string
  readonly byteSize?: number
}

/** False where the run has ended, or is gone. */
export async function moveRun(trx: Transaction, tenantId: string, runId: string, to: RunMove): Promise<boolean> {
  const { step, outcome, problem, fileName, seen, bulkChangeId, counts, objectKey, byteSize } = to
  const { numUpdatedRows } = await trx
    .updateTable('schedule_run')
    .set({
      step,
      ...(outcome !== undefined && { outcome }),
      ...(problem !== undefined && { problem: JSON.stringify(problem) }),
      ...(fileName !== undefined && { file_name: fileName }),
      ...(seen !== undefined && { seen: JSON.stringify(seen) }),
      ...(bulkChangeId !== undefined && { bulk_change_id: bulkChangeId }),
      ...(counts !== undefined && { counts: JSON.stringify(counts) }),
      ...(objectKey !== undefined && { object_key: objectKey }),
      ...(byteSize !== undefined && { byte_size: byteSize }),
      ...(step === 'ended' && { ended_at: sql<string>`now()` }),
    })
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .where('step', '<>', 'ended')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keys of the files that a schedule has written, but for the last ones; the runs name them no more. */
export async function forgetFiles(
  trx: Transaction,
  tenantId: string,
  scheduleId: string,
  keep: number,
): Promise<string[]> {
  const { rows } = await sql<{ runId: string; objectKey: string }>`
    select run_id as "runId", object_key as "objectKey" from schedule_run
    where tenant_id = ${tenantId} and schedule_id = ${scheduleId} and object_key is not null
    order by begun_at desc, run_id desc offset ${keep}`.execute(trx)
  if (rows.length > 0)
    await sql`update schedule_run set object_key = null where tenant_id = ${tenantId}
      and run_id = any(${rows.map(({ runId }) => runId)}::uuid[])`.execute(trx)
  return rows.map(({ objectKey }) => objectKey)
}

export async function deleteRun(trx: Transaction, tenantId: string, runId: string): Promise<void> {
  await sql`delete from schedule_run where tenant_id = ${tenantId} and run_id = ${runId}`.execute(trx)
}

export async function deleteRunsOf(trx: Transaction, tenantId: string, scheduleId: string): Promise<void> {
  await sql`delete from schedule_run where tenant_id = ${tenantId} and schedule_id = ${scheduleId}`.execute(trx)
  await sql`delete from schedule_file where tenant_id = ${tenantId} and schedule_id = ${scheduleId}`.execute(trx)
}

export interface TakenFile {
  readonly fileName: string
  readonly byteSize: number
  readonly storedAt: string
  readonly sha256: string
}

export async function findTaken(trx: Transaction, tenantId: string, scheduleId: string): Promise<TakenFile[]> {
  const { rows } = await sql<TakenFile>`
    select file_name as "fileName", byte_size::float8 as "byteSize", stored_at as "storedAt", sha256 from schedule_file
    where tenant_id = ${tenantId} and schedule_id = ${scheduleId}`.execute(trx)
  return rows
}

export async function rememberTaken(
  trx: Transaction,
  tenantId: string,
  scheduleId: string,
  { fileName, byteSize, storedAt, sha256 }: TakenFile,
): Promise<void> {
  await sql`
    insert into schedule_file (tenant_id, schedule_id, file_name, byte_size, stored_at, sha256)
    values (${tenantId}, ${scheduleId}, ${fileName}, ${byteSize}, ${storedAt}, ${sha256})
    on conflict (tenant_id, schedule_id, file_name) do update
      set byte_size = excluded.byte_size, stored_at = excluded.stored_at, sha256 = excluded.sha256`.execute(trx)
}
