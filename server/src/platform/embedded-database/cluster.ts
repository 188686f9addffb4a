import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type NativePostgres, runsAsRoot, unprivileged } from './native-postgres.ts'

const version = '18'
export const superuser = 'postgres'

/** Makes the folder of a new database. It gets its name last, so a start that was cut short leaves none half made. */
export async function ensureCluster(native: NativePostgres, cluster: string): Promise<boolean> {
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found !== undefined) {
    if (found.trim() === version) return false
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${found.trim()}, and this server brings ${version}. Export it with the version that wrote it (pg_dump), and import it into a new folder.`,
    )
  }
  await mkdir(dirname(cluster), { recursive: true })
  const growing = await ownedFolder(`${cluster}.new-`)
  const args = [
    `--pgdata=${growing}`,
    `--username=${superuser}`,
    // Whoever can open the socket's folder is this same account, which can read the files anyway.
    '--auth=trust',
    '--encoding=UTF8',
    // The same order of words on every system, today and after its next update.
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
    await rm(growing, { recursive: true, force: true })
    throw new Error(`The folder for the database could not be made: ${complaints.trim()}`)
  }
  await rename(growing, cluster)
  return true
}

/** Leftovers of a start that was cut short while it made the database's folder. */
export async function removeUnfinished(cluster: string, names: readonly string[]): Promise<void> {
  const prefix = `${basename(cluster)}.new-`
  await Promise.all(
    names
      .filter((name) => name.startsWith(prefix))
      .map((name) => rm(join(dirname(cluster), name), { recursive: true, force: true })),
  )
}

/**
 * A path to a socket may have about 100 characters, so it lives in the system's folder for short-lived things. A note
 * beside the data says where, for the next server to clear up after one that was killed.
 */
export async function socketFolder(note: string): Promise<string> {
  const left = await readFile(note, 'utf8').catch(() => '')
  if (/\/pim-socket-[A-Za-z0-9]{6}$/.test(left)) await rm(left, { recursive: true, force: true })
  const base = tmpdir()
  const folder = await ownedFolder(join(base.length > 65 ? '/tmp' : base, 'pim-socket-'))
  await writeFile(note, folder)
  return folder
}

async function ownedFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix)
  if (runsAsRoot) await chown(folder, unprivileged.uid, unprivileged.gid)
  return folder
}

/** Safe before fast, and small: a megabyte here is one that pictures and caches do not have. */
export function serverSettings(socket: string): Record<string, string> {
  const memory = totalmem() / 2 ** 20
  // A sixteenth, for what is asked again and again: indexes of a million rows fit into a gigabyte, and no more helps.
  const shared = memory < 4_096 ? 64 : Math.min(1_024, Math.max(256, Math.round(memory / 16)))
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
    // One machine and no replica: the log need only be enough to recover from a crash.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '512MB',
    // Short requests by many: another process for one of them costs more than it brings, and so does compiling it.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    random_page_cost: '1.1',
    // Two who wait for each other are told soon, and the one who gives way tries again.
    deadlock_timeout: '200ms',
    lc_messages: 'C',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // What goes wrong with a statement is told to whoever sent it; a name that is taken is no news for the log.
    log_min_messages: 'log',
    cluster_name: 'pim',
  }
}
