/**
 * A server as small as can be, to be killed: it starts the database in the folder it is given, says when it is ready,
 * and writes pairs of rows from many callers, saying of each pair that it was saved as soon as it was.
 */
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'

const [dataFolder = '', callers = '8'] = process.argv.slice(2)
// Written to the pipe before the next statement runs: what was said was said, whenever the kill comes.
const say = (line: string) => writeSync(1, `${line}\n`)

const asked = Promise.withResolvers<void>()
process.once('SIGTERM', () => asked.resolve())

const embedded = await startEmbeddedDatabase({ dataFolder })
await migrate(embedded.address)
const database = openDatabase({ address: embedded.address })
say(`ready ${embedded.pid}`)

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
      say(`saved ${n}`)
    } catch {
      // Not said, so nobody counts on it.
    }
  }
}
const writing = Array.from({ length: Number(callers) }, write)

await asked.promise
isOpen = false
await Promise.all(writing)
await database.close()
await embedded.stop()
say('stopped')
