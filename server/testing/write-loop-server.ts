/**
 * A minimal server for crash tests: it starts the database in a folder, prints `ready`, and writes pairs of rows from
 * many callers at once. After the commit of each pair it prints its number.
 */
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'

const [dataFolder = '', callers = '8'] = process.argv.slice(2)
// Synchronous, so that a line is in the pipe before the next statement runs, whenever the process is killed.
const print = (line: string) => writeSync(1, `${line}\n`)

const stopRequested = Promise.withResolvers<void>()
process.once('SIGTERM', () => stopRequested.resolve())

const embedded = await startEmbeddedDatabase({ dataFolder })
await migrate(embedded.address)
const database = openDatabase({ address: embedded.address })
print(`ready ${embedded.pid}`)

let isOpen = true
const last = await database.asSystem(async (trx) => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(email::int), 0) as last from user_profile`.execute(
    trx,
  )
  return rows[0]?.last ?? 0
})
let next = last

const write = async () => {
  while (isOpen) {
    const n = ++next
    try {
      await database.asSystem(async (trx) => {
        for (const half of ['first', 'second'])
          await trx
            .insertInto('user_profile')
            .values({ user_id: `${n}-${half}`, first_name: half, last_name: '', email: String(n) })
            .execute()
      })
      print(`saved ${n}`)
    } catch {
      // Not acknowledged, so the test does not expect it.
    }
  }
}
const writing = Array.from({ length: Number(callers) }, write)

await stopRequested.promise
isOpen = false
await Promise.all(writing)
await database.close()
await embedded.stop()
print('stopped')
