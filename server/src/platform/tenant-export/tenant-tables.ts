import { sql } from 'kysely'
import { loadMigrations } from '../database/migrate.ts'
import { findTenantTables } from '../database/tenant-rows.ts'
import type { Transaction } from '../database/transaction.ts'
import { withoutCopy } from '../database/without-copy.ts'

/**
 * Tables of tenants that are no part of what a tenant owns: secrets, traces of people, work in progress, schedules, which would begin to run where the copy is, counts of calls, and what is made again from the content. A table that is not named here is exported.
 */
const left: ReadonlySet<string> = new Set([
  'api_key',
  'audit_entry',
  'bulk_change',
  'bulk_change_row',
  'call_count',
  'event',
  'idempotency_key',
  'import_file',
  'job',
  'schedule',
  'schedule_file',
  'schedule_run',
  'tenant_quota',
  'upload_reservation',
  'content_reference',
  'deleted_key',
  'index_reach',
  'index_recipe',
  'index_rebuild',
  'index_space',
])

export interface ExportedTable {
  readonly name: string
  /** Without the tenant, and without those that the database computes. */
  readonly columns: readonly string[]
}

/** In the order in which their rows can be inserted. */
export async function findExportedTables(system: Transaction): Promise<ExportedTable[]> {
  const names = (await findTenantTables(system)).filter((name) => !left.has(name)).reverse()
  const { rows } = await sql<ExportedTable>`
    select wanted.name, array(select a.attname::text from pg_attribute a where a.attrelid = wanted.name::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '' and a.attname <> 'tenant_id' order by a.attnum) as columns
    from unnest(${names}::text[]) with ordinality as wanted (name, place) order by place`.execute(system)
  return rows
}

/** Of the version that runs: rows go into a database of the same one only, as the form of what they hold changes too. */
export const lastMigration = async (): Promise<string> => (await loadMigrations()).at(-1)?.name ?? ''

const maxRowsAtATime = 500
/** Characters of rows that are held at once, more or less: one row may have two million. */
const charactersAtATime = 4_000_000

/** The rows of a table as JSON texts, as PostgreSQL writes them: every digit of a number stays. */
export async function* rowsOf(
  trx: Transaction,
  tenantId: string,
  { name, columns }: ExportedTable,
): AsyncGenerator<string[]> {
  const picked = sql.join(columns.map((column) => sql.ref(column)))
  // A cursor takes no parameters.
  await sql`declare exported no scroll cursor for
    select row_to_json(picked)::text as row from (
      select ${picked} from ${sql.table(name)} where tenant_id = ${sql.lit(tenantId)}) picked`.execute(trx)
  for (let wanted = 1; ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(wanted)} from exported`.execute(trx)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < wanted) break
    const average = rows.reduce((sum, { row }) => sum + row.length, 0) / rows.length
    // No more than twice as many as before, as the next rows may be longer.
    wanted = Math.max(1, Math.min(maxRowsAtATime, 2 * wanted, Math.floor(charactersAtATime / average)))
  }
  await sql`close exported`.execute(trx)
}

/** Inserts rows as `rowsOf` gives them into another tenant. Keys of files begin with the tenant, so they are set anew. */
export async function insertRows(
  trx: Transaction,
  tenantId: string,
  { name, columns }: ExportedTable,
  rows: readonly string[],
): Promise<void> {
  const values = columns.map((column) =>
    column === storageKey
      ? sql`${sql.lit(`${tenantId}/`)} || ${sql.ref(`given.${column}`)}`
      : sql`${sql.ref(`given.${column}`)}`,
  )
  await sql`
    insert into ${sql.table(name)} (tenant_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${tenantId}::uuid, ${sql.join(values)}
    from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(',')}]`}::json) given ${withoutCopy}`.execute(
    trx,
  )
}

/** The column with the key of a file. */
export const storageKey = 'storage_key'
