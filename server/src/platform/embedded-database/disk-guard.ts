import { statfs } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from '../database/addresses.ts'
import type { SupervisorLog } from './supervisor.ts'

/** Room for the log of what is under way, for a checkpoint and for somebody to clear up. */
export const reserveBytes = 128 * 2 ** 20
/** Not on and off around one mark. */
const enoughAgain = 1.5

export interface DiskGuard {
  stop(): void
}

/**
 * A PostgreSQL that can no longer write its log ends itself, and everything that only wanted to read with it. Before
 * it comes to that, writing is refused (which callers hear as "cannot serve now") and reading goes on.
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
      const wanted = isReadOnly ? free < reserve * enoughAgain : free < reserve
      if (wanted === isReadOnly) return
      await setReadOnly(superuser, wanted)
      if (wanted) log.warn(`the disk is nearly full (${Math.round(free / 2 ** 20)} MB left): nothing more is written`)
      else if (isReadOnly) log.warn('there is room on the disk again: writing goes on')
      isReadOnly = wanted
    } catch (error) {
      // The database is just coming back; the next check will find it.
      log.info(`the room on the disk could not be looked after: ${error instanceof Error ? error.message : error}`)
    } finally {
      checking = false
    }
  }

  await check()
  const timer = setInterval(check, 500)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Kept in the data folder, so a server that starts on a full disk starts like this. */
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
