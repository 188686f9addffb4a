import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '../database/new-id.ts'
import { checkFoundKey, checkKey, checkPrefix, ObjectMissing, type ObjectStore } from './object-store.ts'

const unfinished = '.unfinished'
const dayMs = 86_400_000

/** Stores objects as files below a folder. */
export function openFileStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  const temporary = join(folder, unfinished)
  const swept = removeAbandoned(temporary)

  const store: ObjectStore = {
    async putFile(key, source, details) {
      const path = pathOf(key)
      await flushFile(source, details.byteSize)
      await makeFolder(dirname(path))
      try {
        await rename(source, path)
      } catch (error) {
        if (!isOnAnotherDisk(error)) throw error
        return store.put(key, createReadStream(source), details)
      }
      await flushFolder(dirname(path))
    },

    async put(key, bytes, { byteSize, signal }) {
      const path = pathOf(key)
      await swept
      await mkdir(temporary, { recursive: true })
      const partial = join(temporary, newId())
      try {
        // `flush` calls fsync before the file is closed.
        const file = createWriteStream(partial, { flags: 'wx', flush: true })
        await pipeline(bytes, file, { ...(signal && { signal }) })
        if (byteSize !== undefined && file.bytesWritten !== byteSize)
          throw new Error(`${file.bytesWritten} bytes arrived where ${byteSize} were announced`)
        await makeFolder(dirname(path))
        await rename(partial, path)
        await flushFolder(dirname(path))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },

    async get(key, range) {
      const file = await open(join(folder, checkFoundKey(key))).catch(missing)
      try {
        const { size } = await file.stat()
        const stream = file.createReadStream(range)
        return { stream, byteSize: range ? Math.max(0, Math.min(range.end + 1, size) - range.start) : size }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (isMissing(error)) return false
          throw error
        },
      ),

    async delete(key) {
      await rm(join(folder, checkFoundKey(key)), { force: true })
    },

    async *list(prefix) {
      checkPrefix(prefix)
      const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      for await (const key of keysBelow(folder, parent)) {
        if (!key.startsWith(prefix)) continue
        const found = await stat(join(folder, key)).catch(() => undefined)
        if (found) yield { key, byteSize: found.size, storedAt: found.mtime }
      }
    },
  }
  return store
}

const isOnAnotherDisk = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EXDEV'

async function flushFile(path: string, byteSize: number | undefined): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    if (byteSize !== undefined && size !== byteSize)
      throw new Error(`the file has ${size} bytes where ${byteSize} were announced`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** `parent` is empty or ends with a slash. Names that begin with a dot are no keys. */
async function* keysBelow(folder: string, parent: string): AsyncGenerator<string> {
  const opened = await opendir(join(folder, parent)).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined
    throw error
  })
  for await (const entry of opened ?? []) {
    if (entry.name.startsWith('.')) continue
    const key = parent + entry.name
    if (entry.isDirectory()) yield* keysBelow(folder, `${key}/`)
    else if (entry.isFile()) yield key
  }
}

const isMissing = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOENT' || code === 'ENOTDIR'

function missing(error: NodeJS.ErrnoException): never {
  throw isMissing(error) ? new ObjectMissing('there is no such object', { cause: error }) : error
}

/**
 * Creates a folder and syncs each parent of a new folder: a file survives a power cut only if the names of its folders
 * do.
 */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made))
}

async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Removes partial files of servers that were killed. Only those older than a day, because other servers may be writing
 * here.
 */
async function removeAbandoned(temporary: string): Promise<void> {
  const names = await readdir(temporary).catch(() => [])
  for (const name of names) {
    const path = join(temporary, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(path, { force: true })
  }
}
