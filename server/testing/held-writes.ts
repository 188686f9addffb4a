import pg from 'pg'
import { sessionSettings } from '../src/platform/database/pool.ts'
import type { TestDatabase } from './test-database.ts'

export interface HeldWrites {
  /**
   * Resolves when this many transactions wait for a lock: the one taken here, or one of each other; rejects when one of
   * `calls` ends first, as each does that has waited for as long as a statement may take.
   */
  untilWaiting(count: number, calls?: readonly Promise<unknown>[]): Promise<void>
  /** Lets all go on. */
  release(): Promise<void>
}

/**
 * Stops every transaction that changes something between its checks and its commit: each writes an audit entry, and
 * the table of those is locked against inserts until `release`. So a test chooses how two transactions overlap.
 */
export async function holdWrites({ superuser }: TestDatabase): Promise<HeldWrites> {
  const client = new pg.Client(sessionSettings(superuser))
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('lock table audit_entry in share mode')
  return {
    async untilWaiting(count, calls = []) {
      let ended = false
      for (const call of calls) {
        const end = () => {
          ended = true
        }
        call.then(end, end)
      }
      let waiting: readonly string[] = []
      while (waiting.length !== count) {
        if (ended) throw new Error(`A call ended when these waited, and not ${count}:\n${waiting.join('\n')}`)
        // A transaction goes on seeing the connections that there were when it first looked.
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query<{ query: string }>(
          `select left(query, 200) as query from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        waiting = rows.map(({ query }) => query)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}
