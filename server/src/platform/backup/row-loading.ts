/// <reference path="./pg-copy-streams.d.ts" />
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupRefused, type Manifest, rowsObject } from './backup-format.ts'
import { type BackupObjects, RowCounter } from './backup-objects.ts'
import { faultOf, rowFaultOf } from './check-backup.ts'
import { findTables } from './stored-tables.ts'

interface Part {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Takes the tables of this transaction from everybody else and from row-level security, which the owner is subject to,
 * too. Throws where one of them has a row.
 */
export async function openTables(client: pg.ClientBase, manifest: Manifest): Promise<string[]> {
  const tables = await findTables(client)
  const known = new Map(tables.map(({ name, columns }) => [name, columns.join()]))
  for (const { name, columns } of manifest.tables)
    if (known.get(name) !== columns.join())
      throw new BackupRefused(
        `The table ${name} of the backup has other columns here: ${known.get(name) ?? 'it is not there'}.`,
      )
  const { rows: forced } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relforcerowsecurity and format('%I.%I', n.nspname, c.relname) = any($1)`,
    [[...known.keys()]],
  )
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  for (const name of known.keys()) {
    await client.query(`lock table ${name} in access exclusive mode`)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount !== 0)
      throw new BackupRefused(
        `The database is not empty: ${name} has rows. Name an empty one, or add --replace to lose what it has.`,
      )
  }
  return forced.map(({ name }) => name)
}

export async function closeTables(client: pg.ClientBase, forced: readonly string[]): Promise<void> {
  for (const name of forced) await client.query(`alter table ${name} force row level security`)
}

/** Loads all rows without foreign keys and indexes, which are made from the whole afterwards: much faster, and in any order. */
export async function loadRows(client: pg.ClientBase, objects: BackupObjects, manifest: Manifest): Promise<void> {
  await client.query(`set local maintenance_work_mem = '256MB'`)
  const keys = await partsOf(client, manifest, foreignKeys)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const indexes = await partsOf(client, manifest, plainIndexes)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of manifest.tables) await loadTable(client, objects, table)
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, lastValue, isCalled])
}

async function loadTable(
  client: pg.ClientBase,
  objects: BackupObjects,
  table: Manifest['tables'][number],
): Promise<void> {
  const counter = new RowCounter()
  const reading = objects.get(rowsObject(table.name), { isCompressed: true })
  const copying = client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
  await pipeline(reading.bytes, (bytes) => counter.pass(bytes), copying)
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${table.name}`)
  const loaded = rows[0]?.count ?? 0
  const fault = faultOf(reading, table.sha256) ?? rowFaultOf(counter, table) ?? rowFaultOf({ count: loaded }, table)
  if (fault !== undefined) throw new BackupRefused(`${rowsObject(table.name)} ${fault}. Nothing was restored.`)
}

const foreignKeys = `
  select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c where c.contype = 'f' and c.conrelid = any($1::regclass[]) order by 1, 2`

const plainIndexes = `
  select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i where i.indrelid = any($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1, 2`

async function partsOf(client: pg.ClientBase, manifest: Manifest, query: string): Promise<Part[]> {
  const { rows } = await client.query<Part>(query, [manifest.tables.map(({ name }) => name)])
  return rows
}
