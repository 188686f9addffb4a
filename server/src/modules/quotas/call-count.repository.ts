import { sql } from 'kysely'
import type { CallsByKind, PendingCalls } from '../../http/rate-limits.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The day as a date: days since 1970, of UTC. */
const dateOf = (day: number) => sql<string>`(date '1970-01-01' + ${day}::integer)`

/** Adds to the calls of a day; answers what there are then. */
export async function addCalls(
  trx: Transaction,
  tenantId: string,
  { day, calls }: Pick<PendingCalls, 'day' | 'calls'>,
): Promise<CallsByKind> {
  const { rows } = await sql<CallsByKind>`
    insert into call_count as c (tenant_id, day, delivery, management)
    values (${tenantId}, ${dateOf(day)}, ${calls.delivery}::bigint, ${calls.management}::bigint)
    on conflict (tenant_id, day) do update
    set delivery = c.delivery + excluded.delivery, management = c.management + excluded.management
    returning delivery, management`.execute(trx)
  return rows[0] ?? calls
}

/** Days before this one are dropped: nobody asks for them. */
export async function dropCallsBefore(trx: Transaction, tenantId: string, day: number): Promise<void> {
  await sql`delete from call_count where tenant_id = ${tenantId} and day < ${dateOf(day)}`.execute(trx)
}

/** Of today, by the database's clock. */
export async function callUse(
  trx: Transaction,
  tenantId: string,
): Promise<{ readonly deliveryCallsPerDay: number; readonly managementCallsPerDay: number }> {
  const { rows } = await sql<CallsByKind>`
    select delivery, management from call_count
    where tenant_id = ${tenantId} and day = (now() at time zone 'UTC')::date`.execute(trx)
  const { delivery = 0, management = 0 } = rows[0] ?? {}
  return { deliveryCallsPerDay: delivery, managementCallsPerDay: management }
}
