import { sql } from 'kysely'
import type { Transaction } from './transaction.ts'

/**
 * Every table with rows of tenants, by the catalogue: those that refer to others before these, so that no row goes by a
 * cascade uncounted. The table of the tenants themselves is left out.
 */
export async function findTenantTables(system: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.oid::regclass::text as name, array(select f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'tenant_id' and not a.attisdropped
      and c.oid <> 'tenant'::regclass
    order by 1`.execute(system)
  const left = new Map(rows.map(({ name, refersTo }) => [name, refersTo]))
  const ordered: string[] = []
  while (left.size > 0) {
    const targets = new Set([...left.values()].flat())
    const free = [...left.keys()].filter((name) => !targets.has(name))
    // A circle of references: their order does not matter to whoever repeats what fails.
    for (const name of free.length > 0 ? free : [...left.keys()]) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return ordered
}

/**
 * Deletes what a table has of a tenant; answers how many rows that were. Policies show a transaction of the system the rows of
 * the one tenant that this setting names. The caller makes sure that the tenant's erasure has begun.
 */
export async function eraseTenantRows(system: Transaction, table: string, tenantId: string): Promise<number> {
  // As text: a cluster passes the setting on to the tenant's server from this command only, which takes no parameters.
  const [, { numAffectedRows = 0n }] = await Promise.all([
    sql`set local app.erased_tenant_id = ${sql.lit(tenantId)}`.execute(system),
    sql`delete from ${sql.raw(table)} where tenant_id = ${tenantId}`.execute(system),
  ])
  return Number(numAffectedRows)
}
