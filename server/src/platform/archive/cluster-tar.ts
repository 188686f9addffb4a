import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Folders whose files PostgreSQL makes anew at each start, or that the archive has (the log). */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|recovery\.signal|standby\.signal|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/

const block = 512
const zeros = Buffer.alloc(64 * 1024)

/**
 * The folder of a running database as a tar archive (POSIX ustar), between the start and the end of a base copy. Files
 * change while they are read: each is written with the length that it had when it was opened, and the log mends the rest.
 */
export async function* tarOf(folder: string): AsyncGenerator<Buffer> {
  yield* tarOfFolder(folder, '')
  // Last, as PostgreSQL's own tool does it.
  yield* tarOfFile(folder, controlFile)
  yield zeros.subarray(0, 2 * block)
}

const controlFile = 'global/pg_control'

async function* tarOfFolder(root: string, path: string): AsyncGenerator<Buffer> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(ifGone([]))
  for (const entry of entries) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`
    if (leftOut.test(entry.name) || name === controlFile) continue
    if (entry.isFile()) yield* tarOfFile(root, name)
    if (!entry.isDirectory()) continue
    yield headerOf(`${name}/`, 0, '5')
    if (!emptied.has(name)) yield* tarOfFolder(root, name)
  }
}

async function* tarOfFile(root: string, name: string): AsyncGenerator<Buffer> {
  const file = await open(join(root, name)).catch(ifGone(undefined))
  if (file === undefined) return
  try {
    const { size } = await file.stat()
    yield headerOf(name, size, '0')
    let left = size
    if (size > 0) {
      for await (const chunk of file.createReadStream({ end: size - 1, autoClose: false, highWaterMark: 256 * 1024 })) {
        yield chunk
        left -= chunk.length
      }
    }
    // It has become shorter meanwhile.
    for (; left > 0; left -= Math.min(left, zeros.length)) yield zeros.subarray(0, Math.min(left, zeros.length))
    if (size % block > 0) yield zeros.subarray(0, block - (size % block))
  } finally {
    await file.close()
  }
}

/** Tables and temporary files are removed while the folder is read. */
const ifGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

function headerOf(name: string, size: number, kind: '0' | '5'): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for a base copy`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0, 'utf8')
  octal(kind === '5' ? 0o700 : 0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  header.fill(' ', 148, 156)
  header.write(kind, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Unpacks what `tarOf` has made; throws where it is cut off. */
export async function unpackTar(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  owner: Account | undefined,
): Promise<void> {
  const input = new ByteReader(bytes)
  for (;;) {
    const header = await input.take(block)
    if (header.every((byte) => byte === 0)) break
    const { name, size, isFolder } = parseHeader(header)
    const path = join(folder, name)
    if (!path.startsWith(folder + sep)) throw new Error(`the base copy names ${name}, which is outside of it`)
    if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 })
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(input.pass(size)), createWriteStream(path, { mode: 0o600 }))
      await input.take((block - (size % block)) % block)
    }
    if (owner) await chown(path, owner.uid, owner.gid)
  }
  for await (const _ of input.rest());
  await chmod(folder, 0o700)
}

function parseHeader(header: Buffer): { name: string; size: number; isFolder: boolean } {
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  if (text(257, 5) !== 'ustar') throw new Error('the base copy is no tar archive')
  return { name: text(0, 100), size: Number.parseInt(text(124, 12), 8), isFolder: text(156, 1) === '5' }
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #left: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#source = bytes[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.pass(length)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *pass(length: number): AsyncGenerator<Buffer> {
    for (let wanted = length; wanted > 0; ) {
      if (this.#left.length === 0) {
        const next = await this.#source.next()
        if (next.done) throw new Error('the base copy is cut off')
        this.#left = next.value
      }
      const part = this.#left.subarray(0, wanted)
      this.#left = this.#left.subarray(part.length)
      wanted -= part.length
      yield part
    }
  }

  async *rest(): AsyncGenerator<Buffer> {
    yield this.#left
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value
  }
}
