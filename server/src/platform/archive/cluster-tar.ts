import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract as openExtract, pack as openPack, type Pack } from 'tar-stream'

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

const controlFile = 'global/pg_control'
const zeros = Buffer.alloc(64 * 1024)

/**
 * The folder of a running database as a tar archive, between the start and the end of a base copy. Files change while they
 * are read: each is written with the length that it had when it was opened, and the log mends the rest.
 */
export function tarOf(folder: string): AsyncIterable<Buffer> {
  const pack = openPack()
  fill(pack, folder).catch((error: Error) => pack.destroy(error))
  return pack
}

async function fill(pack: Pack, folder: string): Promise<void> {
  await addFolder(pack, folder, '')
  // Last, as PostgreSQL's own tool does it.
  await addFile(pack, folder, controlFile)
  pack.finalize()
}

async function addFolder(pack: Pack, root: string, path: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(ifGone([]))
  for (const entry of entries) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`
    if (leftOut.test(entry.name) || name === controlFile) continue
    if (entry.isFile()) await addFile(pack, root, name)
    if (!entry.isDirectory()) continue
    pack.entry({ name: `${name}/`, type: 'directory' })
    if (!emptied.has(name)) await addFolder(pack, root, name)
  }
}

async function addFile(pack: Pack, root: string, name: string): Promise<void> {
  const file = await open(join(root, name)).catch(ifGone(undefined))
  if (file === undefined) return
  try {
    const { size } = await file.stat()
    const bytes =
      size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false, highWaterMark: 256 * 1024 })
    await pipeline(Readable.from(filledUp(bytes, size)), pack.entry({ name, size }))
  } finally {
    await file.close()
  }
}

/** Adds zeros where the file has become shorter since its length was read. */
async function* filledUp(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of bytes) {
    yield chunk
    left -= chunk.length
  }
  for (; left > 0; left -= Math.min(left, zeros.length)) yield zeros.subarray(0, Math.min(left, zeros.length))
}

/** Tables and temporary files are removed while the folder is read. */
const ifGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Unpacks what `tarOf` has made; throws where it is cut off within an entry. */
export async function unpackTar(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  owner: Account | undefined,
): Promise<void> {
  const tar = openExtract()
  const unpacking = unpackEntries(tar, folder, owner)
  await Promise.all([pipeline(Readable.from(bytes), tar), unpacking])
  await chmod(folder, 0o700)
}

async function unpackEntries(
  entries: ReturnType<typeof openExtract>,
  folder: string,
  owner: Account | undefined,
): Promise<void> {
  for await (const entry of entries) {
    const { name, type } = entry.header
    const path = join(folder, name)
    if (!path.startsWith(folder + sep)) throw new Error(`the base copy names ${name}, which is outside of it`)
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    }
    if (owner) await chown(path, owner.uid, owner.gid)
  }
}
