import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type NativePostgres, runsAsRoot, unprivileged } from './native-postgres.ts'

const version = '18'
export const superuser = 'postgres'

/**
 * Creates the database cluster with initdb, unless it exists; true where it was created. It is made in a temporary
 * folder that is renamed last, so an interrupted start leaves no half-made cluster. Throws for data of another version.
 */
export async function ensureCluster(native: NativePostgres, cluster: string): Promise<boolean> {
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found !== undefined) {
    if (found.trim() === version) return false
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${found.trim()}, and this server brings ${version}. Export it with the version that wrote it (pg_dump), and import it into a new folder.`,
    )
  }
  await mkdir(dirname(cluster), { recursive: true })
  const unfinished = await ownedFolder(`${cluster}.new-`)
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    // Only this account can open the socket's folder, and it can read the files anyway.
    '--auth=trust',
    '--encoding=UTF8',
    // Sorts in the same way on every system, and after updates of its locales.
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--text-search-config=simple',
    '--no-instructions',
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ]
  const child = native.run('initdb', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr?.on('data', (text) => {
    complaints += text
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error(`The folder for the database could not be made: ${complaints.trim()}`)
  }
  await rename(unfinished, cluster)
  return true
}

/** Removes the temporary folders of interrupted calls of `ensureCluster`. */
export async function removeUnfinished(cluster: string, names: readonly string[]): Promise<void> {
  const prefix = `${basename(cluster)}.new-`
  await Promise.all(
    names
      .filter((name) => name.startsWith(prefix))
      .map((name) => rm(join(dirname(cluster), name), { recursive: true, force: true })),
  )
}

/**
 * Creates the folder of the socket in the system's temporary folder, because the path of a socket may have only about
 * 100 characters. Its path is written to the file `note` beside the data, so that the next start removes the folder of
 * a server that was killed.
 */
export async function socketFolder(note: string): Promise<string> {
  const left = await readFile(note, 'utf8').catch(() => '')
  if (/\/pim-socket-[A-Za-z0-9]{6}$/.test(left)) await rm(left, { recursive: true, force: true })
  const base = tmpdir()
  const folder = await ownedFolder(join(base.length > 65 ? '/tmp' : base, 'pim-socket-'))
  await writeFile(note, folder)
  return folder
}

export async function ownedFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix)
  if (runsAsRoot) await chown(folder, unprivileged.uid, unprivileged.gid)
  return folder
}

/** The settings of PostgreSQL: durable, and small in memory, because pictures and caches need the rest. */
export function serverSettings(socket: string): Record<string, string> {
  const memory = totalmem() / 2 ** 20
  const shared = memory < 4_096 ? 64 : 128
  return {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '60',
    superuser_reserved_connections: '2',
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // No replica: the write-ahead log is needed for crash recovery only.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '512MB',
    // Queries are short and concurrent: parallel workers and JIT compilation would cost more than they save.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    random_page_cost: '1.1',
    // Soon after an import of many rows the planner has to know of them.
    autovacuum_naptime: '15s',
    // Deadlocks are detected soon, because the aborted transaction is retried.
    deadlock_timeout: '200ms',
    lc_messages: 'C',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // Errors of statements go to the client and not to the log.
    log_min_messages: 'log',
    cluster_name: 'pim',
  }
}

/**
 * With an archive, PostgreSQL puts each full segment of its log into a folder, and after a time one that is not full. The
 * module that does it comes with PostgreSQL, writes durably, and needs no program of ours that its account could start.
 */
export function archiveSettings(
  archive: { readonly segmentFolder: string; readonly seconds: number } | undefined,
): Record<string, string> {
  if (archive === undefined) return {}
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archive.segmentFolder,
    archive_timeout: `${archive.seconds}s`,
  }
}
