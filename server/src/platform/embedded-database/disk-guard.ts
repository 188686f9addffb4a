import { statfs } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from '../database/addresses.ts'
import type { SupervisorLog } from './supervisor.ts'

/** Free space below which writing is refused: enough for the write-ahead log, a checkpoint and cleaning up. */
export const reserveBytes = 128 * 2 ** 20
/** Hysteresis: writing is allowed again with this many times the reserve, so that it does not flip on and off. */
const resumeFactor = 1.5

export interface DiskGuard {
  stop(): void
}

/**
 * Watches the free space of the disk and makes the database read-only before it is full. A PostgreSQL that cannot write
 * its log stops, so that nothing could be read either; read-only, it refuses writes (503) and still serves reads.
 */
export async function guardDisk(
  folder: string,
  superuser: Connection,
  log: SupervisorLog,
  reserve = reserveBytes,
): Promise<DiskGuard> {
  let isReadOnly: boolean | undefined
  let checking = false

  async function check(): Promise<void> {
    if (checking) return
    checking = true
    try {
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize
      const wanted = isReadOnly ? free < reserve * resumeFactor : free < reserve
      if (wanted === isReadOnly) return
      await setReadOnly(superuser, wanted)
      if (wanted) log.warn(`the disk is nearly full (${Math.round(free / 2 ** 20)} MB left): writing is refused`)
      else if (isReadOnly) log.warn('there is room on the disk again: writing is allowed')
      isReadOnly = wanted
    } catch (error) {
      // The database may be restarting; the next check tries again.
      log.info(`the free space of the disk could not be checked: ${error instanceof Error ? error.message : error}`)
    } finally {
      checking = false
    }
  }

  await check()
  const timer = setInterval(check, 500)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** With ALTER SYSTEM, which is stored in the data folder: a server that starts on a full disk starts read-only. */
async function setReadOnly(superuser: Connection, wanted: boolean): Promise<void> {
  const client = new pg.Client({ ...superuser, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ is: boolean }>(
      "select setting = 'on' as is from pg_settings where name = 'default_transaction_read_only'",
    )
    if (rows[0]?.is === wanted) return
    await client.query(
      `alter system ${wanted ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    )
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}
