import { Readable } from 'node:stream'
import pg from 'pg'
import type { DatabaseAddress } from '../database/addresses.ts'
import { againstDeadlocks } from '../database/against-deadlocks.ts'
import { loadMigrations, type Migration, migrate } from '../database/migrate.ts'
import { sessionSettings } from '../database/pool.ts'
import type { ObjectStore } from '../object-storage/index.ts'
import { BackupRefused, fileListObject, fileObject, type Manifest } from './backup-format.ts'
import { type BackupObjects, type BackupPlace, backupObjects, eachOf } from './backup-objects.ts'
import { checkBackup, faultOf, readManifest } from './check-backup.ts'
import { closeTables, loadRows, openTables } from './row-loading.ts'
import { copyForm, refuseCluster } from './stored-tables.ts'
import { filesIn } from './write-backup.ts'

export interface RestoreTarget {
  readonly address: DatabaseAddress
  /** Where the server will look for its files. */
  readonly files: ObjectStore
  /** Drops what the database has, after the whole backup was read and found right. */
  readonly replace?: boolean
}

/**
 * Restores a backup into an empty database: the tables of the version that made it, the files, the rows in one transaction,
 * then the migrations that came later. A restore that fails or is killed leaves no rows, and can be run again.
 */
export async function restoreBackup(place: BackupPlace, target: RestoreTarget): Promise<Manifest> {
  const manifest = await readManifest(place)
  const migrations = await migrationsOf(manifest)
  if (target.replace) await emptyDatabase(place, target.address)
  await refuseNewer(target.address, manifest)
  await migrate(target.address, migrations)
  const client = new pg.Client(sessionSettings(target.address.owner))
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseCluster(client)
    const forced = await againstDeadlocks(() => beginLoading(client, manifest))
    const objects = backupObjects(place)
    await restoreFiles(objects, manifest, target.files)
    await loadRows(client, objects, manifest)
    const isSettled = await settle(client)
    await closeTables(client, forced)
    await client.query('commit')
    await migrate(target.address)
    if (!isSettled) await settleLater(client, forced)
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

/** Begins the transaction, in which all tables are locked. */
async function beginLoading(client: pg.Client, manifest: Manifest): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query('set local row_security = off; set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query(copyForm)
    return await openTables(client, manifest)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Calls what the migrations have written for a restored database; false where those of the backup had no such thing yet. */
async function settle(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regproc('public.after_restore') is not null as there`,
  )
  if (!rows[0]?.there) return false
  await client.query('select after_restore()')
  return true
}

async function settleLater(client: pg.Client, wereForced: readonly string[]): Promise<void> {
  await client.query('begin')
  // Later migrations may have dropped some.
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [wereForced],
  )
  const forced = rows.map(({ name }) => name)
  for (const name of forced) await client.query(`alter table ${name} no force row level security`)
  await settle(client)
  await closeTables(client, forced)
  await client.query('commit')
}

/** The migrations of the backup, which this version has to know. */
async function migrationsOf(manifest: Manifest): Promise<Migration[]> {
  const known = new Map((await loadMigrations()).map((migration) => [migration.name, migration]))
  return manifest.migrations.map(({ name }) => {
    const migration = known.get(name)
    if (migration !== undefined) return migration
    throw new BackupRefused(
      `The backup has the migration "${name}", which this version does not know: a newer version (${manifest.productVersion}) made it. Restore it with that one.`,
    )
  })
}

async function emptyDatabase(place: BackupPlace, address: DatabaseAddress): Promise<void> {
  const { faults } = await checkBackup(place)
  if (faults.length > 0)
    throw new BackupRefused(`The backup has faults, so the database was left as it is:\n${faults.join('\n')}`)
  const text = 'drop schema if exists identity cascade; drop schema public cascade; create schema public'
  await asOwner(address, (client) => againstDeadlocks(() => client.query(text)))
}

/** Rows of an earlier version do not fit into tables of a later one. */
async function refuseNewer(address: DatabaseAddress, manifest: Manifest): Promise<void> {
  const applied = await asOwner(address, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>(
      `select to_regclass('public.schema_migration') is not null as there`,
    )
    return found[0]?.there ? (await client.query<{ name: string }>('select name from schema_migration')).rows : []
  })
  const names = new Set(manifest.migrations.map(({ name }) => name))
  const newer = applied.find(({ name }) => !names.has(name))
  if (newer === undefined) return
  throw new BackupRefused(
    `The database has the migration "${newer.name}" already, and the backup is from before it. Name an empty database, or add --replace to lose what this one has.`,
  )
}

async function asOwner<T>({ owner }: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(sessionSettings(owner))
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function restoreFiles(objects: BackupObjects, manifest: Manifest, files: ObjectStore): Promise<void> {
  const list = objects.get(fileListObject, { isCompressed: true })
  for await (const _ of list.bytes);
  const listFault = faultOf(list, manifest.files.listSha256)
  if (listFault !== undefined) throw new BackupRefused(`${fileListObject} ${listFault}. Nothing was restored.`)
  const faulty = new Set(manifest.faulty.map(({ key }) => key))
  await eachOf(filesIn(objects), 6, async ({ key, mimeType, byteSize, sha256 }) => {
    if (faulty.has(key)) return
    const reading = objects.get(fileObject(key))
    await files.put(key, Readable.from(reading.bytes), { contentType: mimeType, byteSize })
    const fault = faultOf(reading, sha256)
    if (fault === undefined) return
    await files.delete(key)
    throw new BackupRefused(`${fileObject(key)} ${fault}. Nothing was restored.`)
  })
}
