import type pg from 'pg'
import { appRole, platformRole } from '../database/addresses.ts'
import { BackupRefused } from './backup-format.ts'

/** Dates are written and read in the same form, whatever the server's settings are. */
export const copyForm = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'`

/** A table as PostgreSQL describes it, with its names as they stand in a statement. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Who may read its rows: requests, tenant by tenant, or the platform, all of them. */
  readonly reader: 'app' | 'platform'
}

/** The record of the migrations is no part of the rows: a restored database has its own. */
const ownSchemas = `select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`
const ofExtensions = `select objid from pg_depend where classid = 'pg_class'::regclass and deptype = 'e'`

export async function findTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    app: boolean
    platform: boolean
  }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      has_table_privilege($1, c.oid, 'select') and exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as app,
      has_table_privilege($2, c.oid, 'select') as platform
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.oid in (${ownSchemas}) and c.oid not in (${ofExtensions})
      and c.relname <> 'schema_migration'
    order by 1`,
    [appRole, platformRole],
  )
  return rows.map(({ name, columns, app, platform }) => {
    if (!app && !platform) throw new BackupRefused(`Neither ${appRole} nor ${platformRole} may read the table ${name}.`)
    return { name, columns, reader: app ? 'app' : 'platform' }
  })
}

export interface Sequence {
  readonly name: string
  readonly lastValue: string
  readonly isCalled: boolean
}

/** Sequences have no snapshots, so they are read after the rows: never lower than a number in one of them. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.oid in (${ownSchemas}) and c.oid not in (${ofExtensions}) order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    )
    for (const value of values) sequences.push({ name, ...value })
  }
  return sequences
}

export async function refuseCluster(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 1)
    throw new BackupRefused(
      'This is a cluster (Citus). Back up and restore its servers together, by the means of PostgreSQL.',
    )
}
