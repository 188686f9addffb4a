import type { StopReason } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { SchedulePlan, Seen, StoredSchedule } from './stored-schedule.ts'

const columns = sql`schedule_id as "scheduleId", name, saved_choice_id as "savedChoiceId", choice_version as "choiceVersion", plan,
  owner_id as "ownerId", state, stop_reason as "stopReason", next_at as "nextAt", open_run_id as "openRunId", failures, seen, version,
  changed_at as "changedAt"`

/** Those who make some in a tenant wait for each other, so that they cannot pass the limit together. */
export async function lockMaking(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schedules:${tenantId}`}, 0))`.execute(trx)
}

export async function findSchedules(trx: Transaction, tenantId: string): Promise<StoredSchedule[]> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from schedule where tenant_id = ${tenantId} order by lower(name), schedule_id`.execute(trx)
  return rows
}

/**
 * `lock`: the row is locked until the end of the transaction; with `skip`, one that somebody has locked is not found, since whoever
 * has it does what is to be done.
 */
export async function findSchedule(
  trx: Transaction,
  tenantId: string,
  scheduleId: string,
  lock: 'wait' | 'skip' | undefined = undefined,
): Promise<StoredSchedule | undefined> {
  const locking = { wait: sql`for update`, skip: sql`for update skip locked` }
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from schedule where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
    ${lock === undefined ? sql`` : locking[lock]}`.execute(trx)
  return rows[0]
}

/** Schedules of all tenants that somebody has to look at: their time has come; or of these tenants, a run is under way. */
export async function findAwake(
  system: Transaction,
  tenantIds: readonly string[],
): Promise<{ readonly tenantId: string; readonly scheduleId: string }[]> {
  const { rows } = await sql<{ tenantId: string; scheduleId: string }>`
    (select tenant_id as "tenantId", schedule_id as "scheduleId" from schedule
      where wake_at <= now() order by wake_at limit 200)
    union
    select tenant_id, schedule_id from schedule
      where tenant_id = any(${[...tenantIds]}::uuid[]) and open_run_id is not null`.execute(system)
  return rows
}

export async function insertSchedule(
  trx: Transaction,
  tenantId: string,
  made: Pick<StoredSchedule, 'scheduleId' | 'name' | 'savedChoiceId' | 'choiceVersion' | 'plan' | 'ownerId' | 'nextAt'>,
): Promise<void> {
  await trx
    .insertInto('schedule')
    .values({
      tenant_id: tenantId,
      schedule_id: made.scheduleId,
      kind: made.plan.kind,
      name: made.name,
      saved_choice_id: made.savedChoiceId,
      choice_version: made.choiceVersion,
      plan: JSON.stringify(made.plan),
      owner_id: made.ownerId,
      next_at: made.nextAt,
      wake_at: made.nextAt,
      changed_by: made.ownerId,
      stop_reason: null,
      open_run_id: null,
      seen: '{}',
    })
    .execute()
}

export interface ScheduleMove {
  readonly name?: string
  readonly savedChoiceId?: string
  readonly choiceVersion?: number
  readonly plan?: SchedulePlan
  readonly ownerId?: string
  readonly state?: StoredSchedule['state']
  readonly stopReason?: StopReason | null
  readonly nextAt?: string | null
  readonly wakeAt?: string | null
  readonly openRunId?: string | null
  readonly failures?: number
  readonly seen?: Seen
  /** A person has changed it: it has another version then. */
  readonly changedBy?: string
}

export async function moveSchedule(
  trx: Transaction,
  tenantId: string,
  scheduleId: string,
  to: ScheduleMove,
): Promise<void> {
  const { plan, changedBy } = to
  const kept = {
    name: to.name,
    saved_choice_id: to.savedChoiceId,
    choice_version: to.choiceVersion,
    plan: plan && JSON.stringify(plan),
    kind: plan?.kind,
    owner_id: to.ownerId,
    state: to.state,
    stop_reason: to.stopReason,
    next_at: to.nextAt,
    wake_at: to.wakeAt,
    open_run_id: to.openRunId,
    failures: to.failures,
    seen: to.seen && JSON.stringify(to.seen),
    changed_by: changedBy,
  }
  const set = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  await trx
    .updateTable('schedule')
    .set({
      ...set,
      ...(changedBy !== undefined && { version: sql<number>`version + 1`, changed_at: sql<string>`now()` }),
    })
    .where('tenant_id', '=', tenantId)
    .where('schedule_id', '=', scheduleId)
    .execute()
}

export async function deleteScheduleRow(trx: Transaction, tenantId: string, scheduleId: string): Promise<void> {
  await trx.deleteFrom('schedule').where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId).execute()
}

/** By the clock of the database, which is one for all servers. */
export async function findNow(trx: Transaction): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(trx)
  return new Date(rows[0]?.now ?? Date.now())
}
