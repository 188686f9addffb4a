import { sql } from 'kysely'
import type { Transaction } from './transaction.ts'

interface ForeignKey {
  readonly name: string
  readonly child: string
  readonly parent: string
  readonly columns: readonly string[]
  readonly parentColumns: readonly string[]
}

/** Rows of the tenant whose foreign key names a row that is not there, by the key's name. PostgreSQL checks them at each write alone. */
export async function findDangling(
  trx: Transaction,
  tenantId: string,
): Promise<{ readonly key: string; readonly count: number }[]> {
  const columnsOf = (keys: string, table: string) => sql`array(select quote_ident(a.attname)
    from unnest(${sql.raw(keys)}) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = ${sql.raw(table)} and a.attnum = k.number order by k.place)`
  const { rows: keys } = await sql<ForeignKey>`
    select c.conrelid::regclass || '.' || c.conname as name, c.conrelid::regclass::text as child,
      c.confrelid::regclass::text as parent, ${columnsOf('c.conkey', 'c.conrelid')} as columns,
      ${columnsOf('c.confkey', 'c.confrelid')} as "parentColumns"
    from pg_constraint c
    where c.contype = 'f' and has_table_privilege(c.conrelid, 'select') and has_table_privilege(c.confrelid, 'select')
      and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'tenant_id')
    order by 1`.execute(trx)
  const found: { key: string; count: number }[] = []
  for (const { name, child, parent, columns, parentColumns } of keys) {
    const same = columns.map((column, at) =>
      parentColumns[at] === 'tenant_id'
        ? sql`p.tenant_id = ${tenantId}`
        : sql.raw(`p.${parentColumns[at]} = c.${column}`),
    )
    const set = columns.map((column) => `c.${column} is not null`).join(' and ')
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.raw(child)} c
      where c.tenant_id = ${tenantId} and ${sql.raw(set)}
        and not exists (select from ${sql.raw(parent)} p where ${sql.join(same, sql` and `)})`.execute(trx)
    const count = rows[0]?.count ?? 0
    if (count > 0) found.push({ key: name, count })
  }
  return found
}
