import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack as openPack, type Pack } from 'tar-stream'
import type { Transactions } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { ObjectMissing, type ObjectStore } from '../object-storage/index.ts'
import {
  completeEntry,
  type ExportEnd,
  type ExportedFile,
  type ExportedTenant,
  type ExportManifest,
  exportedFileSchema,
  exportFormat,
  fileListEntry,
  filePrefix,
  manifestEntry,
  rowsPrefix,
} from './export-format.ts'
import { linesIn } from './lines.ts'
import { type ExportedTable, findExportedTables, lastMigration, rowsOf, storageKey } from './tenant-tables.ts'

export interface ExportParts {
  readonly database: Transactions
  readonly objects: ObjectStore
  readonly temporaryFolder: string
  /** The files that rows of the tenant name, from the module that keeps them. */
  readonly filesOf: (
    trx: Transaction,
    tenantId: string,
  ) => AsyncIterable<{
    readonly key: string
    readonly mimeType: string
    readonly byteSize: number
  }>
}

const limits = { statementMs: 600_000, deadlineMs: 7_200_000 }

/**
 * The export of a tenant as a tar that is made while it is read. Rows are those of one moment: they are written to the disk
 * first, so that no transaction lasts as long as the reader takes. Memory holds some hundred rows, or a piece of a file.
 */
export function tenantExport(parts: ExportParts, tenantId: string, tenant: ExportedTenant): Readable {
  const pack = openPack()
  const stop = new AbortController()
  pack.once('close', () => stop.abort(new Error('nobody reads the export any more')))
  write(parts, pack, { tenantId, tenant, signal: stop.signal }).catch((error: Error) => pack.destroy(error))
  return pack
}

interface Job {
  readonly tenantId: string
  readonly tenant: ExportedTenant
  readonly signal: AbortSignal
}

async function write(parts: ExportParts, pack: Pack, { tenantId, tenant, signal }: Job): Promise<void> {
  const { database, objects, temporaryFolder } = parts
  await mkdir(temporaryFolder, { recursive: true })
  const folder = await mkdtemp(join(temporaryFolder, 'export-'))
  try {
    const [tables, migration] = await Promise.all([database.asSystem(findExportedTables), lastMigration()])
    const madeAt = new Date().toISOString()
    const manifest: ExportManifest = {
      format: exportFormat,
      madeAt,
      migration,
      tenant,
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    }
    await addText(pack, manifestEntry, JSON.stringify(manifest, null, 2))
    const rowCount = await database.inTenantReadOnly(
      tenantId,
      async (trx) => {
        let count = 0
        for (const table of tables) count += await spoolRows(trx, tenantId, table, join(folder, table.name))
        await spool(join(folder, fileListEntry), fileLines(parts.filesOf(trx, tenantId), tenantId))
        return count
      },
      { ...limits, signal },
    )
    await addFile(pack, fileListEntry, join(folder, fileListEntry))
    const end: ExportEnd = { rowCount, fileCount: 0, missingFiles: [] }
    for await (const line of linesIn(createReadStream(join(folder, fileListEntry)))) {
      const file = exportedFileSchema.parse(JSON.parse(line))
      if (await addObject(pack, objects, tenantId, file)) end.fileCount++
      else end.missingFiles.push(file.key)
    }
    for (const [at, { name }] of tables.entries())
      await addFile(pack, `${rowsPrefix}${String(at).padStart(3, '0')}-${name}.jsonl`, join(folder, name))
    await addText(pack, completeEntry, JSON.stringify(end))
    pack.finalize()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function spoolRows(trx: Transaction, tenantId: string, table: ExportedTable, path: string): Promise<number> {
  let count = 0
  const hasKeys = table.columns.includes(storageKey)
  async function* texts() {
    for await (const rows of rowsOf(trx, tenantId, table)) {
      count += rows.length
      // The key without the tenant: it is the new one's where it is imported.
      yield `${(hasKeys ? rows.map((row) => withoutTenant(row, tenantId)) : rows).join('\n')}\n`
    }
  }
  await spool(path, texts())
  return count
}

const withoutTenant = (row: string, tenantId: string): string =>
  row.replace(`"${storageKey}":"${tenantId}/`, `"${storageKey}":"`)

async function* fileLines(files: ReturnType<ExportParts['filesOf']>, tenantId: string): AsyncGenerator<string> {
  for await (const { key, mimeType, byteSize } of files) {
    const file: ExportedFile = { key: key.replace(`${tenantId}/`, ''), mimeType, byteSize }
    yield `${JSON.stringify(file)}\n`
  }
}

const spool = (path: string, texts: AsyncIterable<string>): Promise<void> =>
  pipeline(Readable.from(texts), createWriteStream(path))

const addText = (pack: Pack, name: string, text: string): Promise<void> =>
  addStream(pack, { name, size: Buffer.byteLength(text) }, Readable.from([Buffer.from(text)]))

const addFile = async (pack: Pack, name: string, path: string): Promise<void> =>
  addStream(pack, { name, size: (await stat(path)).size }, createReadStream(path))

/** False where the store does not have the file. */
async function addObject(pack: Pack, objects: ObjectStore, tenantId: string, { key }: ExportedFile): Promise<boolean> {
  try {
    const { stream, byteSize } = await objects.get(`${tenantId}/${key}`)
    await addStream(pack, { name: `${filePrefix}${key}`, size: byteSize }, stream)
    return true
  } catch (error) {
    if (error instanceof ObjectMissing) return false
    throw error
  }
}

const addStream = (pack: Pack, header: { name: string; size: number }, bytes: Readable): Promise<void> =>
  pipeline(bytes, pack.entry(header))
