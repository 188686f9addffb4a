import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { isWholeRun } from '../../../testing/budget.ts'
import { cleanUp, newFolder, startServer } from '../../../testing/killable-server.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { DataInUse } from './data-lock.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { linkLibraries } from './native-postgres.ts'
import { isAlive } from './postmaster.ts'

afterAll(cleanUp)

describe('the built-in database', () => {
  let folder: string
  let embedded: EmbeddedDatabase
  beforeAll(async () => {
    folder = await newFolder()
    embedded = await startEmbeddedDatabase({ dataFolder: folder })
  })
  afterAll(() => embedded.stop())

  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ ...embedded.superuser })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  it('is durable: every commit reaches the disk', async () => {
    const rows = await ask<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') order by name`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on'])
  })

  it('listens on no network, only on a socket in a folder of this account', async () => {
    expect(await ask('show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socketFolder = embedded.superuser.host ?? ''
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect(join(socketFolder, '.s.PGSQL.5432').length).toBeLessThan(100)
  })

  it('sorts text in the same way on every system', async () => {
    expect(await ask('select datlocprovider, datcollate from pg_database where datname = current_database()')).toEqual([
      { datlocprovider: 'b', datcollate: 'C.UTF-8' },
    ])
  })

  it('does not run as root, and its files are readable for its account only', async () => {
    const cluster = await stat(join(folder, 'postgres'))
    expect(cluster.uid).not.toBe(0)
    expect(cluster.mode & 0o777).toBe(0o700)
  })

  it('refuses a second start on the same data, and tells what to do', async () => {
    const second = startEmbeddedDatabase({ dataFolder: folder })
    await expect(second).rejects.toBeInstanceOf(DataInUse)
    await expect(second).rejects.toThrow(/Another server \(process \d+\) works on the data in .* PIM_DATA_DIR/)
    await expect(startServer(folder)).rejects.toThrow('Another server')
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('restarts PostgreSQL when it is killed, with what was saved', async () => {
    await ask('create table kept (n int); insert into kept values (1)')
    const busy = new pg.Client({ ...embedded.superuser })
    busy.on('error', () => {})
    await busy.connect()
    // A worker in a long computation does not notice that its postmaster has died, and this one never ends.
    busy.query('do $$ begin loop /* for ever */ null; end loop; end $$').catch(() => {})
    const computing = () =>
      ask(`select state from pg_stat_activity where query like '%/* for ever */%' and pid <> pg_backend_pid()`)
    await expect.poll(computing).toEqual([{ state: 'active' }])
    const before = embedded.pid ?? 0
    process.kill(before, 'SIGKILL')
    await expect.poll(() => ask('select n from kept').catch(() => 'away')).toEqual([{ n: 1 }])
    expect(embedded.pid).not.toBe(before)
  })

  it.runIf(isWholeRun)('restarts as often as it is killed, also while it is starting', async () => {
    for (let round = 0; round < 5; round++) {
      if (embedded.pid) process.kill(embedded.pid, 'SIGKILL')
      // Interrupts the start at another point each time; which one does not matter.
      await sleep(round * 30)
    }
    await expect.poll(() => ask('select n from kept').catch(() => 'away')).toEqual([{ n: 1 }])
  })
})

describe('a start of the built-in database', () => {
  it('finds the data of the start before, and leaves no process running when it is stopped', async () => {
    const folder = await newFolder()
    await (await startEmbeddedDatabase({ dataFolder: folder })).stop()
    const embedded = await startEmbeddedDatabase({ dataFolder: folder })
    const [socket, pid] = [embedded.superuser.host ?? '', embedded.pid ?? 0]
    await embedded.stop()
    expect(existsSync(socket)).toBe(false)
    expect(await isAlive(pid)).toBe(false)
  })

  it.runIf(isWholeRun)('works in a folder that is open to all accounts and in one that is closed', async () => {
    const folder = await newFolder()
    await chmod(folder, 0o755)
    const embedded = await startEmbeddedDatabase({ dataFolder: folder })
    const client = new pg.Client({ ...embedded.superuser })
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
    await embedded.stop()
  })

  it.runIf(isWholeRun)('starts over where an earlier start was interrupted while it created the cluster', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'postgres.new-abcdef', 'base'), { recursive: true })
    const embedded = await startEmbeddedDatabase({ dataFolder: folder })
    expect((await readdir(folder)).filter((name) => name.startsWith('postgres.'))).toEqual([])
    await embedded.stop()
  })

  it('leaves the data of another version of PostgreSQL alone, and tells what to do', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startEmbeddedDatabase({ dataFolder: folder })).rejects.toThrow(/PostgreSQL 15.*pg_dump/s)
    expect(await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('15\n')
    await rm(join(folder, 'postgres'), { recursive: true })
  })

  it.runIf(isWholeRun)('ignores a stale postmaster.pid whose process id belongs to another program', async () => {
    const folder = await newFolder()
    await (await startEmbeddedDatabase({ dataFolder: folder })).stop()
    // This test process has that process id, and is not PostgreSQL.
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), `${process.pid}\n${folder}/postgres\n1\n5432\n/tmp\n\n`)
    const embedded = await startEmbeddedDatabase({ dataFolder: folder })
    expect(embedded.pid).not.toBe(process.pid)
    await embedded.stop()
  })
})

describe('a disk that is nearly full', () => {
  const profile = (name: string) => ({ user_id: name, first_name: '', last_name: '', email: null })
  const open = async (embedded: EmbeddedDatabase) => {
    const { applied } = await migrate(embedded.address)
    const database = openDatabase({ address: embedded.address })
    const save = (name: string) =>
      database.asSystem((trx) => trx.insertInto('user_profile').values(profile(name)).execute())
    const names = async () => {
      const rows = await database.asSystem((trx) => trx.selectFrom('user_profile').select('user_id').execute())
      return rows.map((row) => row.user_id)
    }
    return { applied, database, save, names }
  }

  it('can be read from, also after a restart, and written to again when there is room', async () => {
    const folder = await newFolder()
    const before = await startEmbeddedDatabase({ dataFolder: folder })
    const first = await open(before)
    await first.save('before')
    await first.database.close()
    await before.stop()

    // More than any disk has left, so this server takes every disk for full.
    const full = await startEmbeddedDatabase({ dataFolder: folder, reserveBytes: Number.MAX_SAFE_INTEGER })
    const during = await open(full)
    expect(during.applied).toEqual([])
    await expect(during.save('during')).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      reason: 'out of resources',
    })
    expect(await during.names()).toEqual(['before'])
    await during.database.close()
    await full.stop()

    const after = await startEmbeddedDatabase({ dataFolder: folder })
    const last = await open(after)
    await last.save('after')
    expect(await last.names()).toEqual(['before', 'after'])
    await last.database.close()
    await after.stop()
  })
})

describe('the links between the libraries', () => {
  it('are created once, however many processes do it at the same time', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'native', 'lib'), { recursive: true })
    await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
    const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(list))
    const link = () => linkLibraries(join(folder, 'native'), join(folder, 'spare'))
    const answers = await Promise.all(Array.from({ length: 20 }, link))
    expect(answers).toEqual(Array(20).fill({}))
    expect(await readFile(join(folder, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
    expect(await link()).toEqual({})
  })
})
