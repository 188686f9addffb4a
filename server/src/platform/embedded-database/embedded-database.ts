import { rmSync } from 'node:fs'
import { chmod, readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { appRole, type Connection, type DatabaseAddress, definerRole, platformRole } from '../database/addresses.ts'
import { archiveSettings, ensureCluster, removeUnfinished, serverSettings, socketFolder, superuser } from './cluster.ts'
import { lockData } from './data-lock.ts'
import { type DiskGuard, guardDisk } from './disk-guard.ts'
import { findNativePostgres } from './native-postgres.ts'
import { stopOrphan } from './postmaster.ts'
import { type Supervisor, type SupervisorLog, supervise } from './supervisor.ts'

export interface EmbeddedDatabaseOptions {
  /** PIM_DATA_DIR; the cluster is its subfolder `postgres`. */
  readonly dataFolder: string
  readonly log?: SupervisorLog
  /**
   * PostgreSQL settings that override those of `serverSettings`; only tests use them, to be faster and less durable.
   */
  readonly settings?: Readonly<Record<string, string>>
  /** With less free space on the disk than this, the database is read-only. */
  readonly reserveBytes?: number
  /** Where PostgreSQL puts its log for an archive, and after how many seconds at the latest. */
  readonly archive?: { readonly segmentFolder: string; readonly seconds: number } | undefined
  /** A recovery of much log takes long. */
  readonly readyWithinMs?: number
}

export interface EmbeddedDatabase {
  readonly address: DatabaseAddress
  /** A superuser connection, for tests and inspection. */
  readonly superuser: Connection
  readonly pid: number | undefined
  stop(): Promise<void>
}

export const databaseName = 'pim'
const ownerRole = 'pim_owner'
const silent: SupervisorLog = { info: () => {}, warn: () => {} }

/**
 * Starts a PostgreSQL in the data folder, reachable only through a Unix socket that only this account can open. Throws
 * `DataInUse` where another server uses the folder.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { log = silent } = options
  const lock = await lockData(options.dataFolder)
  let socket: string | undefined
  let supervisor: Supervisor | undefined
  let guard: DiskGuard | undefined
  const removeSocket = () => socket && rmSync(socket, { recursive: true, force: true })
  process.on('exit', removeSocket)
  const stop = async () => {
    guard?.stop()
    await supervisor?.stop()
    removeSocket()
    process.off('exit', removeSocket)
    lock.release()
  }
  try {
    const dataFolder = await realpath(options.dataFolder)
    const cluster = join(dataFolder, 'postgres')
    const native = await findNativePostgres(dataFolder)
    if (await stopOrphan(cluster)) log.warn('stopped a PostgreSQL that was still running from a server that was killed')
    await removeUnfinished(cluster, await readdir(dataFolder))
    if (await ensureCluster(native, cluster)) log.info(`made a new database in ${cluster}`)
    await chmod(cluster, 0o700)
    socket = await socketFolder(join(dataFolder, 'socket-folder'))
    const settings = { ...serverSettings(socket), ...archiveSettings(options.archive), ...options.settings }
    supervisor = await supervise(native, cluster, settings, log, options.readyWithinMs)
    const running = supervisor
    const as = (user: string, database = databaseName): Connection => ({
      host: socket ?? '',
      port: 5432,
      database,
      user,
    })
    await ensureDatabase(as(superuser, 'postgres'))
    guard = await guardDisk(cluster, as(superuser), log, options.reserveBytes)
    return {
      address: { owner: as(ownerRole), app: as(appRole), platform: as(platformRole) },
      superuser: as(superuser),
      get pid() {
        return running.pid
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The database of a server that runs on this folder now, for tasks beside it. Undefined where none has left its socket. */
export async function runningDatabase(
  dataFolder: string,
): Promise<Pick<EmbeddedDatabase, 'address' | 'superuser'> | undefined> {
  const host = await readFile(join(dataFolder, 'socket-folder'), 'utf8').catch(() => '')
  if (host === '') return undefined
  const as = (user: string): Connection => ({ host, port: 5432, database: databaseName, user })
  return {
    address: { owner: as(ownerRole), app: as(appRole), platform: as(platformRole) },
    superuser: as(superuser),
  }
}

/** Creates the logins and the database where they are missing, also after an interrupted first start. */
async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
    if (rows.some(({ name }) => name === databaseName)) return
    await client.query(`
      do $$ begin
        if not exists (select 1 from pg_roles where rolname = '${ownerRole}') then
          create role ${ownerRole} login createrole;
          create role ${appRole} login;
          create role ${platformRole} login;
          create role ${definerRole} nologin;
          grant ${appRole}, ${platformRole}, ${definerRole} to ${ownerRole} with set true, inherit false;
        end if;
      end $$`)
    await client.query(`create database ${databaseName} owner ${ownerRole}`)
  } finally {
    await client.end()
  }
}
