import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface TenantErasureRow {
  readonly tenantId: string
  readonly externalId: string
  readonly isDone: boolean
  readonly removed: Record<string, number>
  readonly begunAt: string
}

const columns = [
  'erased_tenant_id as tenantId',
  'external_id as externalId',
  'removed',
  'begun_at as begunAt',
  sql<boolean>`done_at is not null`.as('isDone'),
] as const

export async function insertErasure(
  system: Transaction,
  tenantId: string,
  { externalId, begunBy }: { readonly externalId: string; readonly begunBy: string },
): Promise<void> {
  const row = { erased_tenant_id: tenantId, external_id: externalId, begun_by: begunBy }
  await system
    .insertInto('tenant_erasure')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The last one of this external id, which another tenant may have had before. */
export const findErasure = (system: Transaction, externalId: string): Promise<TenantErasureRow | undefined> =>
  system
    .selectFrom('tenant_erasure')
    .select(columns)
    .where('external_id', '=', externalId)
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Its erasure has begun, or is done: what its calls fail with is no fault. */
export const isErased = async (system: Transaction, tenantId: string): Promise<boolean> => {
  const row = await system
    .selectFrom('tenant_erasure')
    .select('erased_tenant_id')
    .where('erased_tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row !== undefined
}

export const findRunningErasures = (system: Transaction): Promise<TenantErasureRow[]> =>
  system.selectFrom('tenant_erasure').select(columns).where('done_at', 'is', null).orderBy('begun_at').execute()

/** Those that have not moved on for so long. */
export const findHaltedErasures = (system: Transaction, seconds: number): Promise<TenantErasureRow[]> =>
  system
    .selectFrom('tenant_erasure')
    .select(columns)
    .where('done_at', 'is', null)
    .where('moved_at', '<=', sql<string>`now() - make_interval(secs => ${seconds})`)
    .orderBy('begun_at')
    .execute()

/** Throws where no erasure of the tenant is under way, which undoes what the transaction has removed. */
export async function addRemoved(
  system: Transaction,
  tenantId: string,
  removed: Readonly<Record<string, number>>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update tenant_erasure set moved_at = clock_timestamp(), removed = removed || (
      select coalesce(jsonb_object_agg(name, count::bigint + coalesce((removed ->> name)::bigint, 0)), '{}')
      from jsonb_each_text(${JSON.stringify(removed)}::jsonb) as more (name, count) where count::bigint > 0)
    where erased_tenant_id = ${tenantId} and done_at is null`.execute(system)
  if (numAffectedRows !== 1n) throw new Error(`no erasure of the tenant ${tenantId} is under way`)
}

/** Writes a number that is not there yet. */
export async function setRemovedOnce(
  system: Transaction,
  tenantId: string,
  removed: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`
    update tenant_erasure set moved_at = clock_timestamp(), removed = ${JSON.stringify(removed)}::jsonb || removed
    where erased_tenant_id = ${tenantId}`.execute(system)
}

export async function endErasure(system: Transaction, tenantId: string): Promise<void> {
  await system
    .updateTable('tenant_erasure')
    .set({ done_at: sql<string>`now()` })
    .where('erased_tenant_id', '=', tenantId)
    .where('done_at', 'is', null)
    .execute()
}
