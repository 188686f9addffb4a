import { sql } from 'kysely'
import { findTenantNames, hasTenants } from '../../src/modules/tenants/index.ts'
import type { Transaction } from '../../src/platform/database/transaction.ts'

/** Of several servers that start on one database, one opens the demo; the others wait until its transaction ends. */
export async function lockOpening(system: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(system)
}

/** The row in which the decision is kept. */
const name = 'demo'

/**
 * Decided at the first start with a demo, and kept: whether the database was empty then. A start that is killed before
 * the tenants are open leaves the decision to the next one; afterwards there is nothing to open any more.
 */
export async function isToBeOpened(system: Transaction): Promise<boolean> {
  const kept = await system
    .selectFrom('identity.secret')
    .select(sql<boolean>`value = 'true'`.as('isToBeOpened'))
    .where('name', '=', name)
    .executeTakeFirst()
  if (kept !== undefined) return kept.isToBeOpened
  const isEmpty = !(await hasTenants(system))
  await system
    .insertInto('identity.secret')
    .values({ name, value: JSON.stringify(isEmpty) })
    .execute()
  return isEmpty
}

/** The tenants of the demo, by their folders in `demo/`. */
const demoTenants = ['acme', 'nordic']

/** Whether the database has the demo, which is told by its tenants, or is about to get it at this start (`isWanted`). */
export async function hasDemo(system: Transaction, isWanted: boolean): Promise<boolean> {
  await lockOpening(system)
  if (isWanted && (await isToBeOpened(system))) return true
  const names = await findTenantNames(system)
  return demoTenants.every((each) => names.includes(each))
}

export async function finishOpening(system: Transaction): Promise<void> {
  const value = JSON.stringify(false)
  await system.updateTable('identity.secret').set({ value }).where('name', '=', name).execute()
}
