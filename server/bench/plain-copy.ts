/// <reference path="../src/platform/backup/pg-copy-streams.d.ts" />
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { outsideDatabase } from '../src/platform/database/addresses.ts'
import { migrate } from '../src/platform/database/migrate.ts'

/** Tables that content refers to: copied first, and not timed. */
const around = ['tenant', 'variation', 'content_type', 'taxonomy', 'concept', 'binary_file']

export interface PlainCopy {
  readonly rows: number
  readonly seconds: number
}

/**
 * Copies all rows of content from one database into the same tables of an empty one, as fast as COPY does it, with
 * indexes and foreign keys: what loading the same rows costs PostgreSQL alone. `url` names a superuser.
 */
export async function measurePlainCopy(url: string): Promise<PlainCopy> {
  const name = `plain_copy_${process.pid}`
  const source = new pg.Client({ connectionString: url })
  await source.connect()
  try {
    await source.query(`create database ${name}`)
    const target = new URL(url)
    target.pathname = `/${name}`
    await migrate(outsideDatabase(target.href))
    const client = new pg.Client({ connectionString: target.href })
    await client.connect()
    try {
      const tables = await tablesInOrder(source)
      for (const table of around) await write(client, table, await read(source, table))
      const contents: [string, Buffer][] = []
      for (const table of tables.filter((each) => !around.includes(each)))
        contents.push([table, await read(source, table)])
      const start = performance.now()
      await client.query('begin')
      let rows = 0
      for (const [table, content] of contents) rows += await write(client, table, content)
      await client.query('commit')
      return { rows, seconds: (performance.now() - start) / 1_000 }
    } finally {
      await client.end()
    }
  } finally {
    await source.query(`drop database if exists ${name} with (force)`)
    await source.end()
  }
}

/** Tables with a tenant in each row, those that others refer to first. */
async function tablesInOrder(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers: string[] }>(`
    select c.relname as name, array(select r.confrelid::regclass::text from pg_constraint r
      where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const ordered: string[] = []
  for (let left = rows; left.length > 0; ) {
    const free = left.filter(({ refers }) => refers.every((each) => !left.some(({ name }) => name === each)))
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    ordered.push(...free.map(({ name }) => name))
    left = left.filter((each) => !free.includes(each))
  }
  return ordered
}

async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}

async function read(client: pg.Client, table: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  const stream = client.query(copyTo(`copy ${table} (${await columnsOf(client, table)}) to stdout (format binary)`))
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function write(client: pg.Client, table: string, content: Buffer): Promise<number> {
  const stream = client.query(copyFrom(`copy ${table} (${await columnsOf(client, table)}) from stdin (format binary)`))
  stream.end(content)
  await finished(stream)
  return stream.rowCount
}

/** Megabytes on disk of the tables and indexes of tenants, after a vacuum. */
export async function megabytesOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
    const { rows } = await client.query<{ bytes: string }>(
      'select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) name',
      [await tablesInOrder(client)],
    )
    return Number(rows[0]?.bytes ?? 0) / 2 ** 20
  } finally {
    await client.end()
  }
}
