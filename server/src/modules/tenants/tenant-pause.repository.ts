import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** For a statement of another module that has the tenant's id in a table of this alias. */
export const isPausedTenant = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from tenant t where t.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and t.paused_at is not null)`

export async function findPausedTenants(system: Transaction): Promise<string[]> {
  const rows = await system.selectFrom('tenant').select('tenant_id').where('paused_at', 'is not', null).execute()
  return rows.map((row) => row.tenant_id)
}

/** False where it is paused already. */
export async function pauseTenant(
  trx: Transaction,
  tenantId: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tenant')
    .set({ paused_at: sql`now()`, paused_by: by, pause_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where it is open. */
export async function resumeTenant(trx: Transaction, tenantId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tenant')
    .set({ paused_at: null, paused_by: null, pause_reason: null })
    .where('tenant_id', '=', tenantId)
    .where('paused_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface OperatedRow {
  readonly tenantId: string
  readonly externalId: string
  readonly friendlyName: string
  readonly openedAt: string
  readonly pausedAt: string | null
  readonly pausedBy: string | null
  readonly pauseReason: string | null
}

const columns = [
  'tenant_id as tenantId',
  'external_id as externalId',
  'friendly_name as friendlyName',
  'created_at as openedAt',
  'paused_at as pausedAt',
  'paused_by as pausedBy',
  'pause_reason as pauseReason',
] as const

export const findOperated = (system: Transaction, externalId: string): Promise<OperatedRow | undefined> =>
  system.selectFrom('tenant').select(columns).where('external_id', '=', externalId).executeTakeFirst()

/** Those of the installation by name, without those that are being erased. */
export async function listOperated(
  system: Transaction,
  wanted: {
    readonly searchText: string
    readonly without: readonly string[]
    readonly offset: number
    readonly limit: number
  },
): Promise<{ rows: OperatedRow[]; count: number }> {
  const part = `%${wanted.searchText.replace(/[\\%_]/g, '\\$&')}%`
  const all = system
    .selectFrom('tenant')
    .where((of) => of.or([of('friendly_name', 'ilike', part), of('external_id', 'ilike', part)]))
    .$if(wanted.without.length > 0, (query) => query.where('tenant_id', 'not in', [...wanted.without]))
  const [rows, { count }] = await Promise.all([
    all
      .select(columns)
      .orderBy('friendly_name')
      .orderBy('external_id')
      .offset(wanted.offset)
      .limit(wanted.limit)
      .execute(),
    all.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}
