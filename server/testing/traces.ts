import type { TestDatabase } from './test-database.ts'

/**
 * The columns, as `table.column`, in which some row of any table holds the text. Tables and columns come from the
 * catalogue, so that a new one is looked at as soon as it exists. The text: nothing that a stemmer would change.
 */
export async function tracesOf({ look }: TestDatabase, marker: string): Promise<string[]> {
  const text = `lower('${marker.replaceAll("'", "''")}')`
  const tables = await look<{ name: string; shown: string; columns: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as shown,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`)
  const traces: string[] = []
  for (const { name, shown, columns } of tables) {
    const holds = columns.map((column) => `coalesce(bool_or(strpos(lower(${column}::text), ${text}) > 0), false)`)
    const [row] = await look<{ holds: boolean[] }>(`select array[${holds.join(', ')}] as holds from ${name}`)
    traces.push(...columns.filter((_, at) => row?.holds[at]).map((column) => `${shown}.${column.replaceAll('"', '')}`))
  }
  return traces.sort()
}
