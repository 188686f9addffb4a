import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { DatabaseAddress } from './addresses.ts'
import { againstDeadlocks } from './against-deadlocks.ts'
import { MigrationRefused } from './database-errors.ts'
import { distribute } from './distribute.ts'
import { sessionSettings } from './pool.ts'
import { ensureRoles } from './roles.ts'
import { prepareServer } from './server-version.ts'

export interface Migration {
  /** The file's name, such as `0001-platform`; migrations run in the order of their names. */
  readonly name: string
  readonly sql: string
}

export interface MigrationReport {
  readonly applied: readonly string[]
  /** SHA-256 of all migrations in order: the same on all servers with the same tables. */
  readonly checksum: string
}

const folder = new URL('./migrations/', import.meta.url)
// The key of the advisory lock; any number that no other program uses in this database ("pim" in ASCII).
const lockKey = 0x70696d

/**
 * Every `.sql` file of the folder, in the order of the numbers. Nothing is put into the texts by code: databases record
 * the checksum of each migration, so a change of the text would make the server refuse existing data.
 */
export async function loadMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ''),
      sql: await readFile(new URL(file, folder), 'utf8'),
    })),
  )
}

/**
 * Applies the migrations that the database lacks, each in a transaction together with its record. An advisory lock
 * makes servers that start together wait for each other. Throws `MigrationRefused` for a database of a newer version,
 * for migrations whose text has changed, and for a login with too few rights.
 */
export async function migrate(address: DatabaseAddress, migrations?: readonly Migration[]): Promise<MigrationReport> {
  const wanted = migrations ?? (await loadMigrations())
  const client = new pg.Client(sessionSettings(address.owner))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await prepareServer(client)
    await ensureRoles(client)
    const pending = pendingOf(await readApplied(client), wanted)
    for (const migration of pending) await apply(client, migration)
    await prepareErasure(client)
    await distribute(client)
    return { applied: pending.map(({ name }) => name), checksum: checksumOf(wanted.map(({ sql }) => sql).join('\n')) }
  } finally {
    // Ends the session, which releases the advisory lock.
    await client.end()
  }
}

/** So that whoever adds a table cannot forget that its rows are erased with their tenant; writes where one is new. */
async function prepareErasure(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regprocedure('prepare_erasure()') is not null as there`,
  )
  if (rows[0]?.there) await againstDeadlocks(() => client.query('select prepare_erasure()'))
}

/**
 * The migrations that were applied. Writes only where the table is missing, so that a server can start on a full disk.
 */
async function readApplied(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as there`,
  )
  if (!found[0]?.there)
    await client.query(`create table schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  return rows
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** The wanted migrations that were not applied yet; throws where an applied one is unknown or has another text. */
function pendingOf(applied: readonly { name: string; checksum: string }[], wanted: readonly Migration[]): Migration[] {
  const byName = new Map(wanted.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = byName.get(name)
    if (!migration)
      throw new MigrationRefused(
        `This database has the migration "${name}", which this version does not know: it was used by a newer server. Start that version, or restore a backup from before it.`,
      )
    if (checksumOf(migration.sql) !== checksum)
      throw new MigrationRefused(
        `The migration "${name}" was changed after it was applied to this database. Put the file back as it was and write the change as a new migration.`,
      )
  }
  const names = new Set(applied.map(({ name }) => name))
  return wanted.filter(({ name }) => !names.has(name))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await againstDeadlocks(() => attempt(client, migration))
  } catch (error) {
    throw new Error(`migration "${migration.name}" failed`, { cause: error })
  }
}

async function attempt(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query('begin')
  try {
    // With `row_security = off` a statement fails where a policy would hide rows, instead of silently skipping them.
    // Bodies of functions are not checked, because that would fail for the same reason; they run as another role later.
    await client.query('set local row_security = off; set local check_function_bodies = off')
    await client.query(sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksumOf(sql)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
