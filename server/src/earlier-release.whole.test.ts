import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { z } from 'zod'
import { isWholeRun } from '../testing/budget.ts'
import {
  ask,
  type RecordedCall,
  readCallsBeforeLongValues,
  readRecordedCalls,
} from '../testing/earlier-release/recorded-calls.ts'
import { lastBeforeLongValues, restore, restoreBeforeLongValues } from '../testing/earlier-release/restore.ts'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../testing/server-process.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { checkBackup, restoreBackup } from './platform/backup/index.ts'
import { outsideDatabase } from './platform/database/addresses.ts'
import { loadMigrations, migrate } from './platform/database/migrate.ts'
import { newId } from './platform/database/new-id.ts'
import { prepareServer } from './platform/database/server-version.ts'
import { openObjectStore } from './platform/object-storage/index.ts'
import { backUpData } from './upkeep/backup.ts'
import { verifyData } from './upkeep/verify.ts'

interface Release {
  readonly name: string
  fill(client: pg.Client, url: string): Promise<void>
  calls(): Promise<RecordedCall[]>
  readonly callCount: number
  readonly isBackedUp?: boolean
}

const beforeLongValues = {
  async fill(client: pg.Client, url: string): Promise<void> {
    await migrate(
      outsideDatabase(url),
      (await loadMigrations()).filter(({ name }) => name <= lastBeforeLongValues),
    )
    await restoreBeforeLongValues(client)
  },
  calls: readCallsBeforeLongValues,
  callCount: 34,
}

const releases: readonly Release[] = [
  { name: 'before migrations were SQL files', fill: restore, calls: readRecordedCalls, callCount: 200 },
  // Its rows pass the same migrations when they come from a backup.
  ...(isWholeRun ? [{ name: 'before long texts were stored apart', ...beforeLongValues }] : []),
  { name: 'before long texts were stored apart, in a backup', ...beforeLongValues, isBackedUp: true },
]

describe.each(releases)('a database of the release $name', (release) => {
  let empty: TestDatabase
  let server: Started
  let folder: string
  let backup: string
  const name = `pim_earlier_${newId().replaceAll('-', '')}`
  const restored = `${name}_restored`

  async function onServer<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
    const client = new pg.Client({ ...empty.superuser, ...(database !== undefined && { database }) })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  const urlOf = (database: string): string => {
    const { user = '', host = '', port = 5432 } = empty.superuser
    return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  }
  const create = async (database: string) => {
    await onServer((client) => client.query(`create database ${database}`))
    await onServer(prepareServer, database)
  }

  /** Backs the database up as it is, and restores it into another one. */
  async function byBackup(): Promise<void> {
    backup = await mkdtemp(join(tmpdir(), 'pim-earlier-'))
    const place = { store: openObjectStore(backup), name: 'one', key: undefined }
    const files = openObjectStore(join(folder, 'binaries'))
    await backUpData({ address: outsideDatabase(urlOf(name)), files, releases: files }, place, 'earlier')
    expect((await checkBackup(place)).faults).toEqual([])
    await create(restored)
    await restoreBackup(place, { address: outsideDatabase(urlOf(restored)), files })
    await rm(backup, { recursive: true })
  }

  const used = release.isBackedUp ? restored : name

  beforeAll(async () => {
    empty = await testDatabase()
    await create(name)
    await onServer((client) => release.fill(client, urlOf(name)), name)
    folder = await newDataFolder()
    const binaries = fileURLToPath(new URL('../testing/earlier-release/binaries/', import.meta.url))
    await cp(binaries, join(folder, 'binaries'), { recursive: true })
    if (release.isBackedUp) await byBackup()
    server = await ready(launch(folder, { DATABASE_URL: urlOf(used) }))
  })
  afterAll(async () => {
    await endAll()
    for (const each of [name, restored])
      await onServer((client) => client.query(`drop database if exists ${each} with (force)`))
    await empty.close()
  })

  it('is answered from as it was then', async () => {
    const token = await adminToken(server)
    const recorded = await release.calls()
    for (const each of recorded) isAnswered(await ask(server.origin, token, each), each)
    expect(recorded.length).toBeGreaterThan(release.callCount)
  })

  it('has nothing that differs from what it was made from', async () => {
    const data = { address: outsideDatabase(urlOf(used)), files: openObjectStore(join(folder, 'binaries')) }
    // The repository has one of the files alone.
    expect((await verifyData(data)).filter(({ kind }) => kind !== 'missing file')).toEqual([])
  })

  it('ends with the tables, indexes, policies, triggers and functions that an empty database gets', async () => {
    const structure = async (database?: string) =>
      (await onServer((client) => client.query<{ line: string }>(structureOf), database)).rows.map(({ line }) => line)
    expect(await structure(used)).toEqual(await structure())
  })
})

const searchSchema = z.object({ filtering: z.object({ searchText: z.string() }) })
const foundSchema = z.object({ items: z.array(z.looseObject({ contentVariationId: z.string() })) })

const byNameSchema = z.object({ sorting: z.object({ field: z.literal('name') }) })
const pageSchema = z.object({ paging: z.object({ totalPages: z.number() }) })

/**
 * A later release may find more for a text, and in a better order: what was found then is found as it was. It sorts names
 * as the language does, so a page of several may have other items; those of both pages are as they were.
 */
function isAnswered(now: RecordedCall, recorded: RecordedCall): void {
  const then = withAmountsAsTexts(withoutNames(recorded))
  if (!searchSchema.safeParse(then.body).success && byNameSchema.safeParse(then.body).success) {
    expect(now.status).toBe(then.status)
    const { paging } = pageSchema.parse(then.answer)
    expect(pageSchema.loose().parse(now.answer).paging).toMatchObject(paging)
    const here = new Map(foundSchema.parse(now.answer).items.map((item) => [item.contentVariationId, item]))
    const there = foundSchema.parse(then.answer).items
    const onBoth = there.filter(({ contentVariationId }) => here.has(contentVariationId))
    if (paging.totalPages <= 1) expect(onBoth).toEqual(there)
    for (const item of onBoth) expect(here.get(item.contentVariationId)).toMatchObject(item)
    return
  }
  if (!searchSchema.safeParse(then.body).success) {
    expect(now).toMatchObject(then)
    return
  }
  expect(now.status).toBe(then.status)
  const found = foundSchema.parse(now.answer).items
  for (const item of foundSchema.parse(then.answer).items)
    expect(found.find(({ contentVariationId }) => contentVariationId === item.contentVariationId)).toMatchObject(item)
}

/** Amounts of measures are delivered as texts since, as those of prices were. */
function withAmountsAsTexts(then: RecordedCall): RecordedCall {
  if (!then.path.startsWith('/api/delivery-api/')) return then
  const text = JSON.stringify(then.answer, (name, value) =>
    name === 'amount' && typeof value === 'number' ? String(value) : value,
  )
  return { ...then, answer: JSON.parse(text) }
}

const inVariationSchema = z.object({ variationId: z.string() })

/** Rows of a list in a variation that was asked for are named in its language since, no longer by the name of the item. */
function withoutNames(then: RecordedCall): RecordedCall {
  const list = foundSchema.loose().safeParse(then.answer)
  if (!list.success || !inVariationSchema.safeParse(then.body).success) return then
  return { ...then, answer: { ...list.data, items: list.data.items.map(({ name: _, ...item }) => item) } }
}

const structureOf = `
  with own as (select oid from pg_namespace where nspname in ('public', 'identity'))
  select format('%s.%s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
    where c.relkind = 'r' and c.relnamespace in (select oid from own) and a.attnum > 0 and not a.attisdropped
  union all select indexdef from pg_indexes where schemaname in ('public', 'identity')
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace in (select oid from own) and contype <> 'n'
  union all select format('%s %s %s %s %s', tablename, policyname, case when tableowner = any(roles) then 'the owner'
    else roles::text end, qual, with_check) from pg_policies join pg_tables using (schemaname, tablename)
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace in (select oid from own) and prolang <> (select oid from pg_language where lanname = 'c')
  union all select format('%s %s', c.oid::regclass, split_part(acl, '/', 1)) from pg_class c, unnest(relacl::text[]) acl
    where c.relnamespace in (select oid from own) and acl ~ '^pim_(app|platform|definer)='
  order by 1`
