import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const copyBlock = /^copy .* from stdin;\n(?:.*\n)*?\\\.\n/gm

/** Fills an empty database from the dump. As a superuser: rows are whole already, so no trigger may run. */
export async function restore(client: pg.Client): Promise<void> {
  const dump = gunzipSync(await readFile(new URL('./database.sql.gz', import.meta.url))).toString()
  let done = 0
  for (const { 0: block, index } of dump.matchAll(copyBlock)) {
    await client.query(dump.slice(done, index))
    const [statement = '', ...rows] = block.split('\n')
    await client.query('set session_replication_role = replica')
    const lines = rows.slice(0, rows.indexOf('\\.')).map((row) => `${row}\n`)
    await pipeline(Readable.from(lines), client.query(copyFrom(statement)))
    await client.query('reset session_replication_role')
    done = index + block.length
  }
  await client.query(dump.slice(done))
}
