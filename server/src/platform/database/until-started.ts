import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from './addresses.ts'
import { sessionSettings } from './pool.ts'

/** Recovery after a crash reads all that was written since the last checkpoint. */
const recoveryMs = 600_000
const pauseMs = 250

/**
 * Waits for a database that says that it is starting (57P03), as after a power cut, when server and database start at the same time. Any
 * other error is left to whoever connects next.
 */
export async function untilStarted({ owner }: Pick<DatabaseAddress, 'owner'>, onWait: () => void): Promise<void> {
  const end = performance.now() + recoveryMs
  for (let tries = 0; performance.now() < end; tries += 1) {
    const client = new pg.Client(sessionSettings(owner))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '57P03')) return
      if (tries === 0) onWait()
      await sleep(pauseMs)
    }
  }
}
