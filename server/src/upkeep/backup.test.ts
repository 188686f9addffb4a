import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { isWholeRun } from '../../testing/budget.ts'
import { articleType, ContentCalls, type Made, putType } from '../../testing/content-calls.ts'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../../testing/server-process.ts'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { startOwnServer, type TestNode, type TestServer } from '../../testing/test-server.ts'
import { readEvents } from '../modules/events/event.repository.ts'
import { createDeployments } from '../modules/sections/index.ts'
import { type BackupPlace, checkBackup, parseBackupKey, restoreBackup } from '../platform/backup/index.ts'
import type { Connection } from '../platform/database/addresses.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { createReleaseStore, readBuild } from '../platform/releases/index.ts'
import { backUp, backUpData, restore } from './backup.ts'
import { withReleaseFiles } from './release-files.ts'

// Whole processes and restores of all tables, on a machine that may be busy.
rstest.setConfig({ testTimeout: 300_000 })

const key = randomBytes(32)

describe('a backup', () => {
  let server: TestServer
  let content: ContentCalls
  let folder: string
  let count = 0
  const restored: TestDatabase[] = []

  beforeAll(async () => {
    // A server of its own: a backup has all tenants.
    server = await startOwnServer()
    folder = await mkdtemp(join(tmpdir(), 'pim-backup-'))
    content = new ContentCalls(server, server.acme)
    await putType(server, server.acme, articleType)
    await putType(server, server.nordic, articleType)
    const { en } = await content.make({ title: 'Line\none\tand \\two', summary: 'Größe L' })
    await content.step('publish', en)
    await new ContentCalls(server, server.nordic).make({ title: 'Of the others' })
    for (let at = 0; at < 60; at++) await upload()
  })
  afterAll(async () => {
    await server.close()
    for (const each of restored) await each.close()
    await rm(folder, { recursive: true, force: true })
  })

  const placeIn = (sealed: boolean): BackupPlace => ({
    store: openObjectStore(folder),
    name: `backup-${++count}`,
    key: sealed ? key : undefined,
  })
  const releasesIn = (name: string) => openObjectStore(join(folder, name))
  const source = () => ({
    address: server.rows.address,
    files: server.dependencies.objects,
    releases: releasesIn('releases'),
  })
  const make = async (place: BackupPlace) => {
    const manifest = await backUpData(source(), place, 'test')
    return { manifest, place }
  }

  async function upload(): Promise<{ binaryId: string; bytes: Buffer }> {
    const bytes = Buffer.from(randomBytes(20_000).toString('hex'))
    const fileName = 'notes.txt'
    const { binaryId } = await server.ok(contract.binary.uploadBinary, { file: new Blob([bytes.slice()]), fileName })
    return { binaryId, bytes }
  }

  /** A server with an empty database and an empty store of files. */
  async function emptyServer(): Promise<{ rows: TestDatabase; node: TestNode }> {
    const rows = await testDatabase()
    restored.push(rows)
    return { rows, node: await server.anotherNode({ address: rows.address }) }
  }

  async function restoreNew(place: BackupPlace): Promise<{ rows: TestDatabase; node: TestNode }> {
    const target = await emptyServer()
    await restoreBackup(place, { address: target.rows.address, files: target.node.dependencies.objects })
    return target
  }

  const bytesOf = async (node: TestNode, binaryId: string): Promise<Buffer> => {
    const query = { imageSize: 'original' }
    return (await node.call(contract.binary.getBinaryContent, { params: { binaryId }, query })).bytes
  }

  it.runIf(isWholeRun)(
    'of a server under load has all that was acknowledged before, nothing half, and the file of every row',
    async () => {
      const acknowledged: { made: Made; title: string }[] = []
      const files: { binaryId: string; bytes: Buffer }[] = []
      let isOver = false
      const write = async () => {
        while (!isOver) {
          const title = `Title ${randomBytes(8).toString('hex')}`
          acknowledged.push({ made: await content.make({ title, weight: 1 }), title })
        }
      }
      const uploads = async () => {
        while (!isOver) files.push(await upload())
      }
      const load = [write(), write(), uploads(), uploads()]
      await expect.poll(() => Math.min(acknowledged.length, files.length)).toBeGreaterThan(5)
      const before = { items: [...acknowledged], files: [...files] }
      const { place } = await make(placeIn(false))
      const countAtEnd = acknowledged.length
      isOver = true
      await Promise.all(load)
      expect(countAtEnd).toBeGreaterThan(before.items.length)

      const { rows, node } = await restoreNew(place)
      for (const { made, title } of before.items) {
        const { body } = await node.call(contract.contentVariation.getVariation, {
          params: { contentVariationId: made.en },
        })
        expect(body?.fields.title?.value).toBe(title)
      }
      for (const { binaryId, bytes } of before.files) expect((await bytesOf(node, binaryId)).equals(bytes)).toBe(true)
      const half = await rows.look(`
      select content_item_id from content_item i where (select count(*) from content_variation v
        where v.tenant_id = i.tenant_id and v.content_item_id = i.content_item_id)
        <> (select count(*) from variation v where v.tenant_id = i.tenant_id)`)
      expect(half).toEqual([])
      const named = await rows.look<{ id: string }>(`select binary_id as id from binary_file`)
      expect(named.length).toBeGreaterThanOrEqual(before.files.length + 60)
      for (const { id } of named) expect((await bytesOf(node, id)).length).toBe(40_000)
    },
  )

  // A backup in a bucket is encrypted, and its rows come back whole as well.
  for (const sealed of isWholeRun ? [false, true] : [false])
    it(`that is ${sealed ? 'encrypted' : 'plain'} gives every row of every table back, and the server goes on from there`, async () => {
      const { place } = await make(placeIn(sealed))
      expect((await checkBackup(place)).faults).toEqual([])
      const { rows, node } = await restoreNew(place)
      expect(await contentsOf(rows)).toEqual(await contentsOf(server.rows))
      expect(await structureOf(rows)).toEqual(await structureOf(server.rows))
      const again = await node.ok(contract.contentItem.createItem, {
        query: { name: 'After', technicalContentTypeName: 'article' },
      })
      expect(again.contentItemId).toBeTruthy()
    })

  it('that is encrypted shows nothing, and opens with its own key alone', async () => {
    const { place } = await make(placeIn(true))
    for (const file of await filesBelow(join(folder, place.name)))
      expect((await readFile(file)).includes('notes.txt')).toBe(false)
    await expect(checkBackup({ ...place, key: randomBytes(32) })).rejects.toThrow('cannot be decrypted')
    await expect(checkBackup({ ...place, key: undefined })).rejects.toThrow('is encrypted')
    expect(() => parseBackupKey('correct horse battery staple')).toThrow('openssl rand -hex 32')
  })

  for (const sealed of [false, true])
    it(`that is ${sealed ? 'encrypted' : 'plain'} is found to be changed by one byte of any of its objects`, async () => {
      const { place } = await make(placeIn(sealed))
      const whole = join(folder, place.name)
      const objects = await filesBelow(whole)
      const chosen = objects.filter((file, at) => !file.includes('/files/') || at % 20 === 0)
      const nameOf = (file: string) => file.slice(whole.length + 1)
      const flip = async (file: string) => {
        const bytes = await readFile(file)
        const at = Math.floor(bytes.length * Math.random())
        await writeFile(
          file,
          Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)]),
        )
        return () => writeFile(file, bytes)
      }
      // One check names each of them; without these three it reads no others.
      const leading = ['complete', 'manifest.json', 'files.jsonl']
      const others = chosen.filter((file) => !leading.includes(nameOf(file)))
      expect(others.length).toBeGreaterThan(20)
      for (const flipped of [others, ...leading.map((name) => [join(whole, name)])]) {
        const mend = await Promise.all(flipped.map(flip))
        const found = await checkBackup(place).then(
          ({ faults }) => faults.map((fault) => fault.split(' ', 1)[0]).sort(),
          (error: unknown) => {
            if (flipped === others) throw error
            return flipped.map(nameOf)
          },
        )
        expect(found).toEqual(flipped.map(nameOf).sort())
        for (const back of mend) await back()
      }
      await rm(chosen.find((file) => file.includes('/files/')) ?? '')
      expect((await checkBackup(place)).faults).toEqual([expect.stringContaining('is missing')])
    })

  it.runIf(isWholeRun)(
    'that was changed is not restored: the database stays empty, and takes the right one afterwards',
    async () => {
      const { place } = await make(placeIn(false))
      const file = join(folder, place.name, 'rows', 'public.content_variation')
      const bytes = await readFile(file)
      await writeFile(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]))
      const { rows, node } = await emptyServer()
      const target = { address: rows.address, files: node.dependencies.objects }
      await expect(restoreBackup(place, target)).rejects.toThrow()
      expect(await rows.look('select from tenant')).toEqual([])
      await writeFile(file, bytes)
      await restoreBackup(place, target)
      expect(await contentsOf(rows)).toEqual(await contentsOf(server.rows))
    },
  )

  it.runIf(isWholeRun)('is not restored over rows that are there, unless they are to be lost', async () => {
    const { place } = await make(placeIn(false))
    const { rows, node } = await restoreNew(place)
    const target = { address: rows.address, files: node.dependencies.objects }
    await rows.look(`update content_item set name = 'written since'`)
    await expect(restoreBackup(place, target)).rejects.toThrow('The database is not empty')
    expect(await contentsOf(rows)).not.toEqual(await contentsOf(server.rows))
    await restoreBackup(place, { ...target, replace: true })
    expect(await contentsOf(rows)).toEqual(await contentsOf(server.rows))
    expect(await structureOf(rows)).toEqual(await structureOf(server.rows))
  })

  it.runIf(isWholeRun)('keeps the order of events in a PostgreSQL whose transactions have lower numbers', async () => {
    await server.rows.look(`update event set transaction = transaction + 1000000000000`)
    const { place } = await make(placeIn(false))
    await server.rows.look(`update event set transaction = transaction - 1000000000000`)
    const { rows, node } = await restoreNew(place)
    const { tenantId } = server.acme
    const read = () => rows.database.inTenant(tenantId, (trx) => readEvents(trx, tenantId, undefined, 10_000))
    const before = await read()
    expect(before.length).toBeGreaterThan(5)
    await node.ok(contract.contentItem.createItem, {
      query: { name: 'The newest', technicalContentTypeName: 'article' },
    })
    const after = await read()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
  })

  it.runIf(isWholeRun)(
    'of an earlier version is brought up to this one, and is not loaded into tables of a later one',
    async () => {
      await server.rows.look(`update event set transaction = transaction + 1000000000000`)
      await server.rows.look(`drop function after_restore()`)
      await server.rows.look(`delete from schema_migration where name = '0072-after-restore'`)
      const { place } = await make(placeIn(false))
      await migrate(server.rows.address)
      await server.rows.look(`update event set transaction = transaction - 1000000000000`)
      const { rows, node } = await emptyServer()
      const target = { address: rows.address, files: node.dependencies.objects }
      await expect(restoreBackup(place, target)).rejects.toThrow('the backup is from before it')
      await restoreBackup(place, { ...target, replace: true })
      expect(await structureOf(rows)).toEqual(await structureOf(server.rows))
      const count = 'select count(*) from content_item'
      expect(await rows.look(count)).toEqual(await server.rows.look(count))
      expect(await rows.look('select distinct transaction from event')).toEqual([{ transaction: 1 }])
      const applied = 'select name, checksum from schema_migration order by name'
      expect(await rows.look(applied)).toEqual(await server.rows.look(applied))
    },
  )

  it('says which files the store had no longer, and has all the others', async () => {
    const lost = await upload()
    const [row] = await server.rows.look<{ key: string }>(
      `select storage_key as key from binary_file where binary_id = '${lost.binaryId}'`,
    )
    await server.dependencies.objects.delete(row?.key ?? '')
    const { manifest, place } = await make(placeIn(false))
    expect(manifest.faulty).toEqual([{ key: row?.key, fault: 'missing' }])
    expect((await checkBackup(place)).faults).toEqual([])
    await server.rows.look(`delete from binary_file where binary_id = '${lost.binaryId}'`)
  })

  it('has the releases of sections: their files are served from where it was restored', async () => {
    const [live, older] = [await deployed('const answer = 42'), await deployed('const answer = 41')]
    const { manifest, place } = await make(placeIn(true))
    expect(manifest.faulty).toEqual([])
    const target = await emptyServer()
    const to = releasesIn('restored-releases')
    const files = withReleaseFiles(target.node.dependencies.objects, () => to)
    await restoreBackup(place, { address: target.rows.address, files })
    const restored = createReleaseStore(to)
    for (const { release, text } of [live, older]) {
      const script = (await restored.files('media', release))?.find(({ path }) => path === 'assets/one.js')
      expect(script && String(await restored.bytes('media', release, script))).toBe(text)
    }
    expect(await target.rows.look('select release from section_release order by release')).toEqual(
      [live, older].map(({ release }) => ({ release })).sort((a, b) => (a.release < b.release ? -1 : 1)),
    )

    // What the store has no longer, or has changed, is named: with a changed list nobody knows the other files.
    await releasesIn('releases').delete(`media/${live.release}/${live.sha256}`)
    await writeFile(join(folder, 'releases', 'media', older.release, 'release.json'), '{}')
    const { manifest: later } = await make(placeIn(false))
    expect(later.faulty.sort((a, b) => (a.fault < b.fault ? 1 : -1))).toEqual([
      { key: `releases/media/${live.release}/${live.sha256}`, fault: 'missing' },
      { key: `releases/media/${older.release}/release.json`, fault: 'damaged' },
    ])
    await server.rows.look('delete from section_deployment')
    await server.rows.look('delete from section_release')
  })

  async function deployed(text: string) {
    const from = await mkdtemp(join(folder, 'build-'))
    await mkdir(join(from, 'assets'))
    await writeFile(join(from, 'remote.json'), JSON.stringify({ name: 'media' }))
    await writeFile(join(from, 'mf-manifest.json'), '{}')
    await writeFile(join(from, 'assets/one.js'), text)
    const build = await readBuild(from)
    await createReleaseStore(releasesIn('releases')).store(build)
    await createDeployments({ ...server.dependencies, elsewhere: {} }).deploy(build, { by: 'root' })
    const sha256 = build.files.find(({ path }) => path === 'assets/one.js')?.sha256 ?? ''
    return { release: build.release, sha256, text }
  }

  it.runIf(isWholeRun)('goes to a bucket and comes back', async () => {
    const s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'backups', configs: [] }],
    })
    try {
      const { port } = await s3.run()
      const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
      const store = openObjectStore(`s3://S3RVER:S3RVER@backups/pim?endpoint=${endpoint}&pathStyle=1`)
      const { place } = await make({ store, name: 'one', key })
      expect((await checkBackup(place)).faults).toEqual([])
      const { rows } = await restoreNew(place)
      expect(await contentsOf(rows)).toEqual(await contentsOf(server.rows))
    } finally {
      await s3.close()
    }
  })

  it.runIf(isWholeRun)('that was killed in the middle does not pass for one', async () => {
    const files = join(folder, 'killed-source')
    const [row] = await server.rows.look<{ key: string }>('select storage_key as key from binary_file limit 1')
    await cp(join(server.dependencies.temporaryFolder, 'objects'), files, { recursive: true })
    // A file that never ends holds the backup up, so that it cannot be done before it is killed.
    const endless = join(files, row?.key ?? '')
    await rename(endless, `${endless}.kept`)
    spawnSync('mkfifo', [endless])
    const to = join(folder, 'killed')
    const task = runTask('backup', ['--to', to], { PIM_BINARY_STORE: `file://${files}` })
    const hasFiles = async () => (await filesBelow(to)).some((file) => file.includes('/files/'))
    await expect.poll(hasFiles, { timeout: 100_000 }).toBe(true)
    task.child.kill('SIGKILL')
    await task.ended
    await rename(`${endless}.kept`, endless)
    const [name = ''] = await readdir(to)
    expect(await filesBelow(join(to, name)).then((found) => found.some((file) => file.endsWith('/complete')))).toBe(
      false,
    )
    const check = runTask('verify-backup', ['--from', join(to, name)], {})
    expect(await check.ended).toBe(1)
    expect(check.output()).toContain('There is no backup here, or it was cut off')
    const whole = runTask('backup', ['--to', to], {
      PIM_BINARY_STORE: `file://${files}`,
      PIM_BACKUP_KEY: key.toString('hex'),
    })
    expect(await whole.ended).toBe(0)
    const from = whole.output().trim().split('\n').at(-1) ?? ''
    expect(await runTask('verify-backup', ['--from', from], { PIM_BACKUP_KEY: key.toString('hex') }).ended).toBe(0)
  })

  function runTask(name: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
    const program = join(import.meta.dirname, `../../../scripts/tasks/${name}.ts`)
    const child: ChildProcess = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: urlOf(server.rows.address.owner), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stderr, child.stdout])
      stream?.on('data', (text) => {
        output += text
      })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, ended, output: () => output }
  }
})

describe('a server with the database that it brings along', () => {
  afterAll(endAll)

  it.runIf(isWholeRun)(
    'is backed up while it runs, loses its folder, and comes back from the backup in another one',
    async () => {
      const [lost, other, to] = [await newDataFolder(), await newDataFolder(), await newDataFolder()]
      const first = await ready(launch(lost))
      const created = await fetch(`${first.origin}/api/tenants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await adminToken(first)}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          externalId: 'back',
          friendlyName: 'Back',
          defaultVariation: { languageCode: 'en-US', friendlyName: 'English' },
        }),
      })
      expect(created.status).toBe(200)
      const tenantsOf = async (server: Started) => {
        const headers = { authorization: `Bearer ${await adminToken(server)}` }
        return await (await fetch(`${server.origin}/api/tenants/all`, { headers })).json()
      }
      const before = await tenantsOf(first)
      expect(JSON.stringify(before)).toContain('back')
      const { address, faults } = await backUp({ PIM_DATA_DIR: lost }, to, undefined)
      expect(faults).toEqual([])
      await expect(restore({ PIM_DATA_DIR: lost }, address, { keyFile: undefined, replace: true })).rejects.toThrow(
        'Stop it first',
      )
      first.child.kill('SIGINT')
      await first.ended
      await rm(lost, { recursive: true })

      await restore({ PIM_DATA_DIR: other }, address, { keyFile: undefined, replace: false })
      expect(await tenantsOf(await ready(launch(other)))).toEqual(before)
    },
  )
})

function urlOf({ connectionString, user = '', database = '', host = '', port = 5432 }: Connection): string {
  return connectionString ?? `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Each table with how many rows it has and a hash of them all; but for the counts of calls, which a server writes later. */
async function contentsOf({ look }: TestDatabase): Promise<unknown> {
  const tables = await look<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'identity') and tablename not in ('schema_migration', 'call_count')
    order by 1`)
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*), md5(string_agg(t::text, e'\\n' order by t::text)) as hash from ${name} t`,
  )
  return await look(parts.join(' union all '))
}

async function structureOf({ look }: TestDatabase): Promise<unknown> {
  return await look(`
    select indexdef as line from pg_indexes where schemaname in ('public', 'identity')
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace in ('public'::regnamespace, 'identity'::regnamespace)
    union all select format('%s %s %s', oid::regclass, relrowsecurity, relforcerowsecurity) from pg_class
      where relnamespace in ('public'::regnamespace, 'identity'::regnamespace) and relkind = 'r'
    union all select format('%s %s %s %s %s', tablename, policyname, roles, qual, with_check) from pg_policies
    order by 1`)
}
