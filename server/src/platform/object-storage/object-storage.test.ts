import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { newId } from '../database/new-id.ts'
import { ObjectMissing, type ObjectStore, openObjectStore, type StoredObject } from './index.ts'

const type = { contentType: 'application/octet-stream' }
const newKey = () => `${newId()}/${newId()}`

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Fails in the middle, as an upload does whose sender disconnects. */
async function* cutShort(): AsyncGenerator<Buffer> {
  yield randomBytes(300_000)
  throw new Error('the sender has gone')
}

async function allOf(listing: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const each of listing) found.push(each)
  return found
}

/** `put`: as a program of somebody else writes into the store. */
function behavesAsAStore(open: () => ObjectStore, put: (key: string, text: string) => Promise<unknown>): void {
  it('returns the bytes that were stored', async () => {
    const store = open()
    const key = newKey()
    const bytes = randomBytes(1_000_000)
    await store.put(key, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), {
      ...type,
      byteSize: bytes.length,
    })
    const { stream, byteSize } = await store.get(key)
    expect(byteSize).toBe(bytes.length)
    expect((await buffer(stream)).equals(bytes)).toBe(true)
    expect(await store.exists(key)).toBe(true)
  })

  it('stores a stream of unknown length, in more than one part', async () => {
    const store = open()
    const key = newKey()
    const hash = createHash('sha256')
    async function* chunks() {
      for (let part = 0; part < 18; part++) {
        const chunk = randomBytes(1_000_000)
        hash.update(chunk)
        yield chunk
      }
    }
    await store.put(key, Readable.from(chunks()), type)
    const read = createHash('sha256')
    const { stream, byteSize } = await store.get(key)
    for await (const chunk of stream) read.update(chunk)
    expect(byteSize).toBe(18_000_000)
    expect(read.digest('hex')).toBe(hash.digest('hex'))
  })

  it('stores a finished file, if it has the announced size', async () => {
    const store = open()
    const folder = await mkdtemp(join(tmpdir(), 'pim-finished-'))
    const path = join(folder, 'file')
    const key = newKey()
    await writeFile(path, 'whole')
    await expect(store.putFile(key, path, { ...type, byteSize: 6 })).rejects.toThrow('announced')
    expect(await store.exists(key)).toBe(false)
    await store.putFile(key, path, { ...type, byteSize: 5 })
    expect((await buffer((await store.get(key)).stream)).toString()).toBe('whole')
    await rm(folder, { recursive: true })
  })

  it('stores an empty object', async () => {
    const store = open()
    const key = newKey()
    await store.put(key, Readable.from([]), { ...type, byteSize: 0 })
    expect((await buffer((await store.get(key)).stream)).length).toBe(0)
  })

  it('reads a range, and tells its length', async () => {
    const store = open()
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('0123456789')]), type)
    const { stream, byteSize } = await store.get(key, { start: 3, end: 5 })
    expect(byteSize).toBe(3)
    expect((await buffer(stream)).toString()).toBe('345')
  })

  it('tells a missing object apart from an error of the store', async () => {
    const store = open()
    await expect(store.get(newKey())).rejects.toBeInstanceOf(ObjectMissing)
    expect(await store.exists(newKey())).toBe(false)
  })

  it('deletes an object, also one that is not there', async () => {
    const store = open()
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('x')]), type)
    await store.delete(key)
    await store.delete(key)
    expect(await store.exists(key)).toBe(false)
  })

  it('lists what begins with a text, whole objects alone', async () => {
    const store = open()
    const [tenant, other] = [newId(), newId()]
    const before = Date.now() - 2_000
    const name = newId()
    for (const key of [`${tenant}/${name}`, `${tenant}/${name}.small.webp`, `${tenant}/${newId()}`, `${other}/${name}`])
      await store.put(key, Readable.from([Buffer.from('four')]), type)
    await store.put(`${tenant}/${name}x`, Readable.from(cutShort()), type).catch(() => {})
    const listed = async (prefix: string) => {
      const found = await allOf(store.list(prefix))
      for (const { byteSize, storedAt } of found) {
        expect(byteSize).toBe(4)
        expect(storedAt.getTime()).toBeGreaterThan(before)
      }
      return found.map(({ key }) => key).sort()
    }
    expect(await listed(`${tenant}/${name}`)).toEqual([`${tenant}/${name}`, `${tenant}/${name}.small.webp`])
    expect(await listed(`${tenant}/`)).toHaveLength(3)
    expect(await listed(`${newId()}/`)).toEqual([])
    const all = await allOf(store.list(''))
    expect(all.map(({ key }) => key)).toContain(`${other}/${name}`)
    await expect(allOf(store.list('../'))).rejects.toThrow('not a valid key')
  })

  it('shows nothing of an interrupted upload', async () => {
    const store = open()
    const key = newKey()
    await expect(store.put(key, Readable.from(cutShort()), type)).rejects.toThrow('the sender has gone')
    expect(await store.exists(key)).toBe(false)
  })

  it('shows nothing of an upload that is shorter than announced', async () => {
    const store = open()
    const key = newKey()
    const put = store.put(key, Readable.from([Buffer.from('short')]), { ...type, byteSize: 500 })
    await expect(put).rejects.toThrow('5 bytes arrived where 500 were announced')
    expect(await store.exists(key)).toBe(false)
  })

  it('stops an upload whose caller has disconnected', async () => {
    const store = open()
    const key = newKey()
    const stop = new AbortController()
    async function* endless() {
      for (let sent = 0; ; sent++) {
        // After the first of the parts that a large file is sent in.
        if (sent === 80) stop.abort()
        yield randomBytes(100_000)
        await setImmediate()
      }
    }
    await expect(store.put(key, Readable.from(endless()), { ...type, signal: stop.signal })).rejects.toThrow()
    expect(await store.exists(key)).toBe(false)
  })

  it('lists, reads and deletes what others have put there, under names that no key of ours has', async () => {
    const store = open()
    const prefix = `exchange/${newId()}/incoming/goods/`
    const keys = [`${prefix}Preise Größe (2).csv`, `${prefix}価格+1.csv`]
    for (const key of keys) await put(key, key)
    expect((await allOf(store.list(prefix))).map(({ key }) => key).sort()).toEqual([...keys].sort())
    for (const key of keys) {
      expect((await buffer((await store.get(key)).stream)).toString()).toBe(key)
      await store.delete(key)
    }
    expect(await allOf(store.list(prefix))).toEqual([])
  })

  it('refuses a key that could leave its folder', async () => {
    const store = open()
    for (const key of [
      '../secret',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      '.unfinished/x',
      'a\\b',
      'a\0b',
      '',
      'a/',
      '%2e%2e/x',
    ]) {
      await expect(async () => store.get(key)).rejects.toThrow('not a valid key')
      await expect(async () => store.delete(key)).rejects.toThrow('not a valid key')
    }
  })
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pim-objects-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a store of files', () => {
  const open = () => openObjectStore(pathToFileURL(join(folder, 'files')).href)
  behavesAsAStore(open, async (key, text) => {
    const path = join(folder, 'files', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  })

  it('leaves no half-written file behind', async () => {
    await expect(open().put(newKey(), Readable.from(cutShort()), type)).rejects.toThrow()
    const left = await filesIn(join(folder, 'files'))
    expect(left.filter((file) => file.includes('.unfinished'))).toEqual([])
  })

  it('moves a finished file that is on its disk, which so needs its size once', async () => {
    const path = join(folder, 'finished')
    await writeFile(path, 'whole')
    const { ino } = await stat(path)
    const key = newKey()
    await open().putFile(key, path, type)
    expect((await stat(join(folder, 'files', key))).ino).toBe(ino)
  })

  it('refuses an address that it does not know', () => {
    expect(() => openObjectStore('ftp://somewhere')).toThrow('PIM_BINARY_STORE')
  })
})

describe('a store in a bucket', () => {
  let server: S3rver
  let address: string
  beforeAll(async () => {
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      // It computes another one than the client for the listing of a bucket, whose path ends with a slash.
      allowMismatchedSignatures: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'media', configs: [] }],
    })
    const { port } = await server.run()
    address = `s3://S3RVER:S3RVER@media/pictures?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&pathStyle=1`
  })
  afterAll(() => server.close())
  behavesAsAStore(
    () => openObjectStore(address),
    async (key, text) => {
      const endpoint = new URL(address).searchParams.get('endpoint') ?? ''
      const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
      const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true })
      await client.send(new PutObjectCommand({ Bucket: 'media', Key: `pictures/${key}`, Body: text }))
      client.destroy()
    },
  )

  it('writes below its prefix only', async () => {
    const key = newKey()
    await openObjectStore(address).put(key, Readable.from([Buffer.from('x')]), type)
    expect(await openObjectStore(address.replace('/pictures', '')).exists(`pictures/${key}`)).toBe(true)
  })

  it('fails when the bucket cannot be reached, and does not report the object as missing', async () => {
    const away = openObjectStore(address.replace(/127\.0\.0\.1%3A\d+/, '127.0.0.1%3A1'))
    const failure = await away.get(newKey()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ObjectMissing)
  })
})
