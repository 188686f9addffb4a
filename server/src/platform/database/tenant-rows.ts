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

/** Deletes what a table has of a tenant whose erasure has begun; answers how many rows that were. */
export async function eraseTenantRows(system: Transaction, table: string, tenantId: string): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select erase_tenant_rows(${table}::regclass, ${tenantId}) as gone`.execute(system)
  return rows[0]?.gone ?? 0
}
