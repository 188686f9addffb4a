import { readFileSync } from 'node:fs'
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runsAsRoot, unprivileged } from '../embedded-database/native-postgres.ts'
import { walPattern } from './archive.ts'

/**
 * What waits in the data folder for its way into the archive: segments of the log, which PostgreSQL puts here itself, and
 * the keys of new files, each a file of its own, because each is stored and removed for itself.
 */
export interface Spool {
  readonly segmentFolder: string
  segments(): Promise<string[]>
  keys(): Promise<string[]>
  addKey(key: string): Promise<void>
  removeKey(key: string): Promise<void>
  /** When the oldest of all that waits began to, PostgreSQL's own list included. */
  waitingSince(): Promise<Waiting>
}

export interface Waiting {
  readonly count: number
  readonly since: number | undefined
}

const folderOf = (dataFolder: string): string => join(dataFolder, 'archive')

export async function openSpool(dataFolder: string): Promise<Spool> {
  const segmentFolder = join(folderOf(dataFolder), 'segments')
  const keyFolder = join(folderOf(dataFolder), 'files')
  await mkdir(segmentFolder, { recursive: true, mode: 0o700 })
  await mkdir(keyFolder, { recursive: true, mode: 0o700 })
  // PostgreSQL passes through the folder and writes into the one of the segments.
  if (runsAsRoot)
    for (const folder of [folderOf(dataFolder), segmentFolder]) await chown(folder, unprivileged.uid, unprivileged.gid)
  // Encoded, because a key has slashes.
  const noteOf = (key: string): string => join(keyFolder, encodeURIComponent(key))
  const segments = async () => (await readdir(segmentFolder)).filter((name) => walPattern.test(name)).sort()
  return {
    segmentFolder,
    segments,
    keys: async () => (await readdir(keyFolder)).map(decodeURIComponent),
    addKey: (key) => writeFile(noteOf(key), '', { flush: true }),
    removeKey: (key) => rm(noteOf(key), { force: true }),
    async waitingSince() {
      const status = join(dataFolder, 'postgres', 'pg_wal', 'archive_status')
      const ready = (await readdir(status).catch(() => [])).filter((name) => name.endsWith('.ready'))
      const paths = [
        ...(await segments()).map((name) => join(segmentFolder, name)),
        ...(await readdir(keyFolder)).map((name) => join(keyFolder, name)),
        ...ready.map((name) => join(status, name)),
      ]
      let since: number | undefined
      for (const path of paths) {
        // It may be on its way meanwhile.
        const found = await stat(path).catch(() => undefined)
        if (found && (since === undefined || found.mtimeMs < since)) since = found.mtimeMs
      }
      return { count: paths.length, since }
    },
  }
}

const noteSchema = z.object({ at: z.number(), placeHash: z.string() })
const noteOfBase = (dataFolder: string): string => join(folderOf(dataFolder), 'base.json')

/** From this base copy on, the log is without a gap. */
export const noteBase = (dataFolder: string, placeHash: string, at: number): Promise<void> =>
  writeFile(noteOfBase(dataFolder), JSON.stringify({ at, placeHash }), { flush: true })

/** The log has a gap now: the database runs without an archive. */
export const forgetBase = (dataFolder: string): Promise<void> => rm(noteOfBase(dataFolder), { force: true })

/** When the last base copy was made from which this archive goes on; undefined where it could bring nothing of today back. */
export function lastBase(dataFolder: string, placeHash: string): number | undefined {
  try {
    const note = noteSchema.parse(JSON.parse(readFileSync(noteOfBase(dataFolder), 'utf8')))
    return note.placeHash === placeHash ? note.at : undefined
  } catch {
    return undefined
  }
}
