import { createHash } from 'node:crypto'
import type { Connection } from '../database/addresses.ts'
import type { Transaction } from '../database/transaction.ts'
import { ObjectMissing, type ObjectStore } from '../object-storage/index.ts'
import {
  type BackedUpFile,
  backupFormat,
  completeObject,
  fileListObject,
  fileObject,
  type Manifest,
  manifestObject,
  parseFileLine,
  rowsObject,
} from './backup-format.ts'
import { type BackupObjects, type BackupPlace, backupObjects, eachOf, linesOf, RowCounter } from './backup-objects.ts'
import { type RowSnapshot, type TenantsIn, withRowSnapshot } from './row-snapshot.ts'

/** The files that the rows of a tenant name; the platform does not know their table. */
export type FilesOfTenant = (trx: Transaction, tenantId: string) => AsyncIterable<BackedUpFile>

export interface BackupSource {
  readonly owner: Connection
  /** Where the server keeps its files. */
  readonly files: ObjectStore
  readonly tenantsIn: TenantsIn
  readonly filesOf: FilesOfTenant
  /** The files that rows of no tenant name. */
  readonly sharedFiles: (system: Transaction) => AsyncIterable<BackedUpFile>
  readonly productVersion: string
}

const filesAtATime = 6

/**
 * Writes a backup of a running product: one state of all rows first, then the files that these rows name. A file is stored
 * before its row is committed and never changes, so each of them is there. The manifest comes last: what was cut off
 * before is no backup.
 */
export async function writeBackup(source: BackupSource, place: BackupPlace): Promise<Manifest> {
  const objects = backupObjects(place)
  const rows = await withRowSnapshot(source.owner, source.tenantsIn, (snapshot) => writeRows(snapshot, source, objects))
  const copied = await copyFiles(source.files, objects)
  const { listSha256, ...ofRows } = rows
  const manifest: Manifest = {
    format: backupFormat,
    productVersion: source.productVersion,
    ...ofRows,
    files: { count: copied.count, byteSize: copied.byteSize, listSha256 },
    faulty: copied.faulty,
  }
  const { sha256 } = await objects.put(manifestObject, once(JSON.stringify(manifest, null, 1)))
  await backupObjects({ ...place, key: undefined }).put(completeObject, once(sha256))
  return manifest
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function* both<T>(first: AsyncIterable<T>, second: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* second
}

type RowsWritten = Omit<Manifest, 'format' | 'productVersion' | 'files' | 'faulty'> & { readonly listSha256: string }

async function writeRows(
  snapshot: RowSnapshot,
  { filesOf, sharedFiles }: BackupSource,
  objects: BackupObjects,
): Promise<RowsWritten> {
  const tables: Manifest['tables'] = []
  for (const table of snapshot.tables) {
    const { name, columns } = table
    const counter = new RowCounter()
    const stored = await objects.put(rowsObject(name), counter.pass(snapshot.rowsOf(table)), { isCompressed: true })
    tables.push({ name, columns: [...columns], rowCount: counter.count, ...stored })
  }
  const list = linesOfFiles(both(snapshot.forEachTenant(filesOf), snapshot.forPlatform(sharedFiles)))
  const { sha256: listSha256 } = await objects.put(fileListObject, list, { isCompressed: true })
  const { madeAt, postgres, migrations } = snapshot
  return { madeAt, postgres, migrations: [...migrations], tables, sequences: await snapshot.sequences(), listSha256 }
}

export async function* linesOfFiles(files: AsyncIterable<BackedUpFile>): AsyncGenerator<Buffer> {
  for await (const { key, mimeType, byteSize, sha256 } of files)
    yield Buffer.from(`${JSON.stringify({ key, mimeType, byteSize, sha256 })}\n`)
}

/** The files of a backup, read from its own list: their number is not bounded. */
export async function* filesIn(objects: BackupObjects): AsyncGenerator<BackedUpFile> {
  for await (const line of linesOf(objects.get(fileListObject, { isCompressed: true }).bytes)) yield parseFileLine(line)
}

interface FilesCopied {
  count: number
  byteSize: number
  readonly faulty: Manifest['faulty']
}

async function copyFiles(store: ObjectStore, objects: BackupObjects): Promise<FilesCopied> {
  const copied: FilesCopied = { count: 0, byteSize: 0, faulty: [] }
  await eachOf(filesIn(objects), filesAtATime, async ({ key, sha256 }) => {
    const found = await store.get(key).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return undefined
      throw error
    })
    if (found === undefined) {
      copied.faulty.push({ key, fault: 'missing' })
      return
    }
    const stored = await objects.put(fileObject(key), found.stream)
    if (stored.sha256 !== sha256) {
      await objects.delete(fileObject(key))
      copied.faulty.push({ key, fault: 'damaged' })
      return
    }
    copied.count++
    copied.byteSize += stored.byteSize
  })
  return copied
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
