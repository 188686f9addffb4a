import type pg from 'pg'
import { appRole, definerRole, platformRole } from './addresses.ts'
import { MigrationRefused } from './database-errors.ts'

export interface TenantTable {
  readonly name: string
  readonly kind: 'reference' | 'local' | 'distributed'
  readonly isPlaced: boolean
  readonly forcesPolicies: boolean
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Where the database is the coordinator of a Citus cluster: spreads the tables over its workers by tenant, so that all
 * rows of a tenant lie on one worker. Does nothing in any other PostgreSQL, and nothing to tables that are placed
 * already, so each start places the tables that migrations have added. The caller holds the lock of the migrations.
 */
export async function distribute(client: pg.ClientBase): Promise<void> {
  if (!(await hasCitus(client))) return
  await letRolesLogIn(client)
  await client.query('begin')
  try {
    await place(
      client,
      (await findTenantTables(client)).filter(({ isPlaced }) => !isPlaced),
    )
    await letFunctionsRead(client)
    await letIdentitiesBeDrawn(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  return rowCount === 1
}

/**
 * The coordinator connects to the workers as the role that a statement runs as. The command reaches the workers by
 * itself. A login that may not alter roles leaves this to an administrator.
 */
async function letRolesLogIn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1) and not rolcanlogin',
    [[appRole, platformRole, definerRole]],
  )
  try {
    for (const { name } of rows) await client.query(`alter role ${name} login`)
  } catch (error) {
    throw new MigrationRefused(
      `Citus connects to its workers as the roles of the server. Let an administrator run on the coordinator: ${rows
        .map(({ name }) => `ALTER ROLE ${name} LOGIN;`)
        .join(' ')}`,
      { cause: error },
    )
  }
}

/**
 * Functions that read past the policies run on the worker, within a statement that the coordinator has sent there. Citus
 * refuses a statement inside of that one unless this is set. They name the tenant, so they read nothing elsewhere.
 */
async function letFunctionsRead(client: pg.ClientBase): Promise<void> {
  const setting = 'citus.allow_nested_distributed_execution'
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
    where proowner = $1::regrole and prosecdef and not coalesce(proconfig::text like $2, false)`,
    [definerRole, `%${setting}%`],
  )
  if (rows.length === 0) return
  await client.query(`set local role ${definerRole}`)
  for (const { name } of rows) await client.query(`alter function ${name} set ${setting} = on`)
  await client.query('reset role')
}

/** Citus writes the number of an identity column into the statement, which needs a right that the column does not. */
async function letIdentitiesBeDrawn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ sequence: string }>(
    `select s.oid::regclass::text as sequence from pg_class s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'i'
    join pg_dist_partition placed on placed.logicalrelid = d.refobjid
    where case when s.relkind = 'S' then not has_sequence_privilege($1, s.oid, 'usage') end`,
    [appRole],
  )
  for (const { sequence } of rows) await client.query(`grant usage on sequence ${sequence} to ${appRole}`)
}

/**
 * Where a table `c` with the tenant in its column `a` belongs, as the catalog shows it: the table whose key is the tenant alone
 * and that others refer to has a copy on each worker. A table with a B-tree without the tenant is read across tenants (the
 * queue of jobs, keys by their hash), and stays on the coordinator, without foreign keys. All others are spread.
 */
const kindOfTable = `case
        when exists (select from pg_constraint f join pg_index k on k.indexrelid = f.conindid
          where f.confrelid = c.oid and f.contype = 'f' and f.conrelid <> c.oid and k.indkey::text = a.attnum::text)
          then 'reference'
        when exists (select from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
          where i.indrelid = c.oid and m.amname = 'btree' and not a.attnum = any(i.indkey::smallint[]))
          then 'local'
        else 'distributed'
      end`

const tablesOfTenants = `pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`

/** Every table with a tenant, and where it would belong; of any PostgreSQL. */
export async function findTablePlaces(client: pg.ClientBase): Promise<Pick<TenantTable, 'name' | 'kind'>[]> {
  const { rows } = await client.query<Pick<TenantTable, 'name' | 'kind'>>(
    `select c.oid::regclass::text as name, ${kindOfTable} as kind from ${tablesOfTenants} order by 1`,
  )
  return rows
}

async function findTenantTables(client: pg.ClientBase): Promise<TenantTable[]> {
  const { rows } = await client.query<Omit<TenantTable, 'isPlaced'> & { isSpread: boolean; refersToOthers: boolean }>(`
    select c.oid::regclass::text as name, ${kindOfTable} as kind,
      exists (select from pg_dist_partition placed where placed.logicalrelid = c.oid
        and (placed.partmethod = 'h' or placed.repmodel = 't')) as "isSpread",
      exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as "refersToOthers",
      c.relforcerowsecurity as "forcesPolicies"
    from ${tablesOfTenants} and not relation_is_a_known_shard(c.oid)
    order by 2 desc, 1`)
  return rows.map(({ isSpread, refersToOthers, ...table }) => ({
    ...table,
    isPlaced: table.kind === 'local' ? !refersToOthers : isSpread,
  }))
}

async function place(client: pg.ClientBase, tables: readonly TenantTable[]): Promise<void> {
  if (tables.length === 0) return
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  const keys = await findForeignKeys(client, tables)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const forced = tables.filter(({ forcesPolicies }) => forcesPolicies)
  // The rows that are there are copied as the owner, whom a forced policy would show none.
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  for (const { name, kind } of tables) {
    if (kind === 'reference') await client.query('select create_reference_table($1::regclass)', [name])
    if (kind === 'distributed') await client.query(`select create_distributed_table($1::regclass, 'tenant_id')`, [name])
  }
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
  // A foreign key to a table of the cluster would make a table of the coordinator one of the cluster, too.
  const local = new Set(tables.filter(({ kind }) => kind === 'local').map(({ name }) => name))
  for (const { table, name, definition } of keys.filter((key) => !local.has(key.table)))
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

async function findForeignKeys(client: pg.ClientBase, tables: readonly TenantTable[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
    order by 1, 2`,
    [tables.map(({ name }) => name)],
  )
  return rows
}
