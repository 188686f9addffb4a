import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const copyBlock = /^copy .* from stdin;\n(?:.*\n)*?\\\.\n/gm

/** Fills an empty database from the dump of tables and rows. As a superuser: rows are whole already, so no trigger may run. */
export async function restore(client: pg.Client): Promise<void> {
  await load(client, gunzipSync(await readFile(new URL('./database.sql.gz', import.meta.url))).toString())
}

/** The last migration of the release before long texts were stored apart from their item. */
export const lastBeforeLongValues = '0064-cluster'

/** Fills the tables that the migrations up to that one have made. */
export async function restoreBeforeLongValues(client: pg.Client): Promise<void> {
  await load(client, await readFile(new URL('./before-long-values/rows.sql', import.meta.url), 'utf8'))
}

async function load(client: pg.Client, dump: string): Promise<void> {
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
