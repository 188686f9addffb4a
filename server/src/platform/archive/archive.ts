import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupRefused } from '../backup/backup-format.ts'
import { type BackupObjects, backupObjects, textOf } from '../backup/backup-objects.ts'
import { ObjectMissing, type ObjectStore, openObjectStore } from '../object-storage/index.ts'

/**
 * What a database is brought back from to any moment:
 *
 * - `archive.json`: which database it belongs to
 * - `base/<time>/`: a copy of its folder, taken while it ran (`base-copy.ts`)
 * - `wal/<segment>`: the write-ahead log, compressed
 * - `files/<key>`: the files that rows name, as they are; each once, because a file never changes
 *
 * With a key each of them is encrypted as a backup is.
 */
export interface Archive {
  readonly store: ObjectStore
  readonly wal: BackupObjects
  readonly files: BackupObjects
  base(name: string): BackupObjects
  /** The digest of its address, which may hold a password. */
  readonly placeHash: string
  readonly key: Buffer | undefined
}

export interface ArchivePlace {
  /** A folder, or a `file:` or `s3:` URL. */
  readonly place: string
  readonly key: Buffer | undefined
}

export function openArchive({ place, key }: ArchivePlace): Archive {
  const store = openObjectStore(place)
  const below = (name: string) => backupObjects({ store, name, key })
  return {
    store,
    key,
    wal: below('wal'),
    files: below('files'),
    base: (name) => below(`base/${name}`),
    placeHash: createHash('sha256').update(place).digest('hex'),
  }
}

export const segmentPattern = /^[0-9A-F]{24}$/
/** Segments, the histories of timelines, and what PostgreSQL notes of a base copy or of a segment that it cut off. */
export const walPattern = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

const ownerObject = 'archive.json'
const ownerSchema = z.object({ format: z.literal(1), systemIdentifier: z.string() })

/**
 * Makes the archive that of this database, or throws `BackupRefused` where it is that of another one, or has another key:
 * two logs in one archive could bring neither back.
 */
export async function claimArchive({ store, key }: Archive, systemIdentifier: string): Promise<void> {
  const objects = backupObjects({ store, name: '', key })
  const text = await textOf(objects.get(ownerObject).bytes).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return undefined
    throw error
  })
  if (text === undefined) {
    await objects.put(ownerObject, once(JSON.stringify({ format: 1, systemIdentifier })))
    return
  }
  if (ownerSchema.parse(JSON.parse(text)).systemIdentifier === systemIdentifier) return
  throw new BackupRefused('PIM_ARCHIVE has the archive of another database. Name an empty folder or prefix.')
}

export async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
