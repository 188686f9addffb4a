import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { isWholeRun } from '../../testing/budget.ts'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../../testing/server-process.ts'
import { readDataSettings } from '../config.ts'
import { type OwnDatabase, startOwnDatabase } from '../own-database.ts'
import { openArchive, pruneArchive, recoverDatabase, writeBase } from '../platform/archive/index.ts'
import { migrate } from '../platform/database/migrate.ts'
import { runningDatabase } from '../platform/embedded-database/embedded-database.ts'
import { type ObjectStore, openObjectStore } from '../platform/object-storage/index.ts'
import { makeBase, restoreFromArchive } from './archive.ts'

const key = randomBytes(32).toString('hex')

/** A busy machine takes its time to copy a segment. */
const patiently = { timeout: 60_000 }

describe('a server with an archive', () => {
  afterAll(endAll)

  it.runIf(isWholeRun)(
    'loses its folder, and comes back as it was at a moment: all that was written before, with its files, and nothing later',
    async () => {
      const [lost, other, place] = [await newDataFolder(), await newDataFolder(), await newDataFolder()]
      const variables = { PIM_ARCHIVE: place, PIM_ARCHIVE_SECONDS: '1', PIM_BACKUP_KEY: key }
      const first = await ready(launch(lost, { ...variables, PIM_METRICS_TOKEN: 'sixteen-characters' }))
      const calls = await callsOf(first)
      await calls.open('before-the-base')
      const oldest = await calls.upload('before-the-base')
      expect(await figure(first, 'pim_archive_base_age_seconds')).toBe(Number.POSITIVE_INFINITY)
      await makeBase({ PIM_DATA_DIR: lost, ...variables })
      expect(await figure(first, 'pim_archive_base_age_seconds')).toBeLessThan(3_600)

      await calls.open('before')
      const earlier = await calls.upload('before')
      const running = await runningDatabase(lost)
      const [moment = ''] = await ask(
        running?.superuser,
        `select to_char((clock_timestamp() + interval '1 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as value`,
      )
      // The clock of transactions is finer than the moment.
      const isOver = `select (clock_timestamp() > '${moment}')::text as value`
      await expect.poll(() => ask(running?.superuser, isOver)).toEqual(['true'])
      await calls.open('after')
      const later = await calls.upload('before')
      const [segment = ''] = await ask(running?.superuser, 'select pg_walfile_name(pg_current_wal_lsn()) as value')
      await expect.poll(() => readdir(join(place, 'wal')), patiently).toContain(segment)
      await expect.poll(() => figure(first, 'pim_archive_waiting'), patiently).toBe(0)
      await destroy(first, lost)

      const restored = await restoreFromArchive(
        { PIM_DATA_DIR: other, PIM_BACKUP_KEY: key },
        { archive: place, at: moment },
      )
      expect(restored).toMatchObject({ findings: [], missingFiles: [], fileCount: 2 })
      const second = await ready(launch(other, variables))
      const again = await callsOf(second)
      expect(await again.tenants()).toEqual(['before', 'before-the-base'])
      expect(await again.download('before-the-base', oldest.binaryId)).toEqual(oldest.bytes)
      expect(await again.download('before', earlier.binaryId)).toEqual(earlier.bytes)
      expect(await again.download('before', later.binaryId)).toBe(404)
      // No base copy of this archive has changes that are written from here on.
      expect(second.output()).toContain('the archive has no base copy that it could go on from')
    },
  )
})

describe('an archive', () => {
  const tenantId = '01900000-0000-7000-8000-000000000001'
  let dataFolder: string
  let place: string
  let own: OwnDatabase
  let named: string[] = []
  const folders: string[] = []

  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pim-archive-'))
    folders.push(folder)
    return folder
  }
  const settings = (more: Readonly<Record<string, string>> = {}) =>
    readDataSettings({ PIM_DATA_DIR: dataFolder, PIM_ARCHIVE: place, PIM_ARCHIVE_SECONDS: '1', ...more })
  const archive = () => openArchive({ place, key: undefined })
  const files = () => openObjectStore(join(dataFolder, 'binaries'))
  const mark = (text: string) => ask(own.superuser, `insert into mark values ('${text}') returning text as value`)
  const put = (store: ObjectStore, name: string) =>
    store.put(name, Readable.from([Buffer.from(name)]), { contentType: 'text/plain' })

  /** A base copy of a database whose rows name these files. */
  const base = () =>
    writeBase(
      {
        owner: own.address.owner,
        superuser: own.superuser,
        dataFolder,
        files: files(),
        tenantsIn: async () => [tenantId],
        async *filesOf() {
          for (const name of named)
            yield { key: name, mimeType: 'text/plain', byteSize: name.length, sha256: digestOf(name) }
        },
        productVersion: 'test',
      },
      archive(),
    )
  const recover = async (at?: Date): Promise<string[]> => {
    const { database } = await recoverDatabase({ archive: archive(), dataFolder: await newFolder(), at })
    try {
      return await ask(database.superuser, 'select text as value from mark order by 1')
    } finally {
      await database.stop()
    }
  }
  const waitingSegment = (name: string) => join(dataFolder, 'archive', 'segments', name)
  /** Until all that was written is in the archive, and waits no more; answers the segment that it was in. */
  const untilArchived = async (): Promise<string> => {
    const [segment = ''] = await ask(own.superuser, 'select pg_walfile_name(pg_switch_wal()) as value')
    const isArchived = async () => (await archive().wal.exists(segment)) && !existsSync(waitingSegment(segment))
    await expect.poll(isArchived, patiently).toBe(true)
    return segment
  }

  beforeAll(async () => {
    dataFolder = await newFolder()
    place = await newFolder()
    own = await startOwnDatabase(settings())
    await migrate(own.address)
    await ask(own.address.owner, 'create table mark (text text)')
    await ask(own.address.owner, 'grant select on mark to pim_platform')
  })
  afterAll(async () => {
    await own.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it.runIf(isWholeRun)(
    'takes nothing of another database, nor with another key, and no other segment in place of one that it has',
    async () => {
      const others = await newFolder()
      const start = (variables: Readonly<Record<string, string>>) =>
        startOwnDatabase(settings({ PIM_DATA_DIR: others, ...variables }))
      await expect(start({})).rejects.toThrow('has the archive of another database')
      await expect(start({ PIM_BACKUP_KEY: key })).rejects.toThrow('is not encrypted, although a key was given')
      const segment = await untilArchived()
      const kept = await readFile(join(place, 'wal', segment))
      await writeFile(waitingSegment(segment), 'of another one')
      await expect.poll(() => own.archiver?.state().failures, patiently).toBeGreaterThan(0)
      expect(kept.equals(await readFile(join(place, 'wal', segment)))).toBe(true)
      await rm(waitingSegment(segment))
    },
  )

  it('that is out of reach stops nobody: what waits is told, and arrives when it is back', async () => {
    await rename(place, `${place}.away`)
    await writeFile(place, 'no folder')
    const before = own.archiver?.state().failures ?? 0
    await mark('written meanwhile')
    await put(own.archiver?.follow(files(), () => true) ?? files(), 'stored-meanwhile')
    await ask(own.superuser, 'select pg_switch_wal() as value')
    await expect.poll(() => own.archiver?.state().failures, patiently).toBeGreaterThan(before)
    await expect.poll(() => own.archiver?.state().waiting, patiently).toBeGreaterThan(1)
    expect(own.archiver?.state().behindSeconds).toBeGreaterThan(0)
    await rm(place)
    await rename(`${place}.away`, place)
    await expect.poll(() => own.archiver?.state().waiting, patiently).toBe(0)
    expect(await archive().files.exists('stored-meanwhile')).toBe(true)
  })

  it.runIf(isWholeRun)('loses what no moment of the kept days needs, and brings the rest back', async () => {
    for (const name of ['of-both', 'of-the-first', 'between']) await put(files(), name)
    named = ['of-both', 'of-the-first']
    const first = await base()
    await mark('between')
    await put(own.archiver?.follow(files(), () => true) ?? files(), 'between')
    await expect.poll(() => archive().files.exists('between'), patiently).toBe(true)
    named = ['of-both']
    const second = await base()
    await mark('at the end')
    await untilArchived()
    expect(await pruneArchive(archive(), 30)).toEqual({ bases: 0, segments: expect.any(Number), files: 0 })
    expect(await archive().wal.exists(first.firstSegment)).toBe(true)

    const old = new Date(0)
    for (const name of ['of-both', 'of-the-first']) await utimes(join(place, 'files', name), old, old)
    const inFortyDays = Date.now() + 40 * 86_400_000
    expect(await pruneArchive(archive(), 30, inFortyDays)).toMatchObject({ bases: 1, files: 1 })
    expect(await archive().wal.exists(first.firstSegment)).toBe(false)
    expect(await archive().wal.exists(second.firstSegment)).toBe(true)
    expect((await readdir(join(place, 'files'))).sort()).toEqual(['between', 'of-both', 'stored-meanwhile'])
    expect(await recover()).toEqual(['at the end', 'between', 'written meanwhile'])
    await expect(recover(new Date(Date.parse(first.madeAt)))).rejects.toThrow('The archive begins at')
  })

  it.runIf(isWholeRun)(
    'that ends too early, or has a segment that cannot be read, does not pass for the moment that was asked for',
    async () => {
      const later = new Date('2100-01-01T00:00:00Z')
      await expect(recover(later)).rejects.toThrow('The archive ends before')
      await mark('in a segment that is damaged')
      const segment = await untilArchived()
      await writeFile(join(place, 'wal', segment), 'damaged')
      await expect(recover()).rejects.toThrow()
      await rm(join(place, 'wal', segment))
    },
  )

  it.runIf(isWholeRun)('has to be begun anew behind a time without it', async () => {
    expect(own.archiver?.state().baseAgeSeconds).toBeLessThan(3_600)
    await own.stop()
    own = await startOwnDatabase(readDataSettings({ PIM_DATA_DIR: dataFolder }))
    await own.stop()
    own = await startOwnDatabase(settings())
    expect(own.archiver?.state().baseAgeSeconds).toBe(Number.POSITIVE_INFINITY)
  })
})

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Kills the server and its database, and removes their folder. */
async function destroy(server: Started, folder: string): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  server.child.kill('SIGKILL')
  process.kill(Number(pid), 'SIGKILL')
  await server.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function figure({ origin }: Started, name: string): Promise<number> {
  const headers = { authorization: 'Bearer sixteen-characters' }
  const text = await (await fetch(`${origin}/metrics`, { headers })).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  return value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
}

async function callsOf(server: Started) {
  const authorization = `Bearer ${await adminToken(server)}`
  const call = (path: string, { headers, ...options }: RequestInit = {}) =>
    fetch(`${server.origin}${path}`, { ...options, headers: { authorization, ...(headers as Record<string, string>) } })
  return {
    async open(externalId: string): Promise<void> {
      const response = await call('/api/tenants', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          externalId,
          friendlyName: externalId,
          defaultVariation: { languageCode: 'en-US', friendlyName: 'English' },
        }),
      })
      expect(response.status).toBe(200)
    },
    async upload(tenant: string): Promise<{ binaryId: string; bytes: string }> {
      const bytes = randomBytes(10_000).toString('hex')
      const body = new FormData()
      body.append('file', new Blob([bytes]), 'notes.txt')
      const response = await call('/api/binary', { method: 'POST', headers: { 'x-tenant-id': tenant }, body })
      const { binaryId } = (await response.json()) as { binaryId: string }
      expect(response.status).toBe(200)
      return { binaryId, bytes }
    },
    async download(tenant: string, binaryId: string): Promise<string | number> {
      const path = `/api/binary/content/${binaryId}?imageSize=original`
      const response = await call(path, { headers: { 'x-tenant-id': tenant } })
      return response.ok ? await response.text() : response.status
    },
    async tenants(): Promise<string[]> {
      const all = (await (await call('/api/tenants/all')).json()) as { externalId: string }[]
      return all.map(({ externalId }) => externalId).sort()
    },
  }
}

async function ask(connection: pg.ClientConfig | undefined, statement: string): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<{ value: string }>(statement)).rows.map(({ value }) => value)
  } finally {
    await client.end()
  }
}
