import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import type { Transaction } from '../database/transaction.ts'
import type { ObjectStore } from '../object-storage/index.ts'
import {
  completeEntry,
  completeSchema,
  type ExportEnd,
  type ExportManifest,
  exportedFileSchema,
  fileListEntry,
  filePrefix,
  ImportRefused,
  manifestEntry,
  manifestSchema,
  rowsPrefix,
} from './export-format.ts'
import { linesIn } from './lines.ts'
import { insertRows } from './tenant-tables.ts'

interface Entry {
  readonly name: string
  readonly size: number
  readonly bytes: Readable
}

async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const tar = createReadStream(path).pipe(extract())
  for await (const entry of tar) {
    yield { name: entry.header.name, size: entry.header.size ?? 0, bytes: entry }
    // What nobody has read is passed over.
    entry.resume()
  }
}

/** Reads the export once, without its contents. Throws where it is none, or was cut off. */
export async function checkExport(path: string): Promise<{ manifest: ExportManifest; end: ExportEnd }> {
  let manifest: ExportManifest | undefined
  let end: ExportEnd | undefined
  try {
    for await (const { name, bytes } of entriesOf(path)) {
      if (name === manifestEntry) manifest = manifestSchema.parse(JSON.parse(await text(bytes)))
      if (name === completeEntry) end = completeSchema.parse(JSON.parse(await text(bytes)))
    }
  } catch (error) {
    throw new ImportRefused(`${path} is no export of a tenant, or it was cut off.`, { cause: error })
  }
  if (manifest === undefined || end === undefined) throw new ImportRefused(`${path} was cut off before its end.`)
  return { manifest, end }
}

/** Stores the files of the export below another tenant. */
export async function importFiles(path: string, objects: ObjectStore, tenantId: string): Promise<void> {
  const types = new Map<string, string>()
  for await (const { name, size, bytes } of entriesOf(path)) {
    if (name === fileListEntry) {
      for await (const line of linesIn(bytes)) {
        const { key, mimeType } = exportedFileSchema.parse(JSON.parse(line))
        types.set(key, mimeType)
      }
    } else if (name.startsWith(filePrefix)) {
      const key = name.slice(filePrefix.length)
      const contentType = types.get(key)
      if (contentType === undefined) throw new ImportRefused(`No row names the file ${name}.`)
      await objects.put(`${tenantId}/${key}`, bytes, { contentType, byteSize: size })
    }
  }
}

const rowsAtATime = 500
const charactersAtATime = 4_000_000

/** Inserts the rows of the export as those of another tenant. */
export async function importRows(
  path: string,
  { tables }: ExportManifest,
  trx: Transaction,
  tenantId: string,
): Promise<number> {
  let count = 0
  for await (const { name, bytes } of entriesOf(path)) {
    if (!name.startsWith(rowsPrefix)) continue
    const table = tables.find((each) => name.endsWith(`-${each.name}.jsonl`))
    if (table === undefined) throw new ImportRefused(`The manifest does not name the table of ${name}.`)
    let rows: string[] = []
    let characters = 0
    const insert = async () => {
      if (rows.length > 0) await insertRows(trx, tenantId, table, rows)
      count += rows.length
      rows = []
      characters = 0
    }
    for await (const line of linesIn(bytes)) {
      rows.push(line)
      characters += line.length
      if (rows.length >= rowsAtATime || characters >= charactersAtATime) await insert()
    }
    await insert()
  }
  return count
}
