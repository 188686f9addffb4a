import { existsSync } from 'node:fs'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findSeenEvents } from '../events/index.ts'
import { documentsOf, type ReadDocuments } from './documents.ts'
import { differencesOf, disagreementsIn, itemsBetween } from './file/compare-items.ts'
import { ReaderFile } from './file/reader-file.ts'
import { fileIn, readerFoldersIn } from './folder.ts'
import { findDatabaseName } from './reader.repository.ts'
import { isUnreadable } from './reader-thread.ts'
import { mostEvents } from './tenant-file.ts'

export interface FileFault {
  readonly kind: 'list file differs' | 'list file damaged'
  readonly about: string
}

interface Checked {
  readonly database: Pick<Database, 'inTenantReadOnly'>
  readonly dataFolder: string
  readonly documents: ReadDocuments
}

const batchSize = 200
const limits = { statementMs: 600_000, deadlineMs: 1_800_000 }

/**
 * Compares the files of a tenant that servers have in the data folder with the truth. Servers may write meanwhile: each batch is read
 * from one state of the file and then from a later one of the truth, and what the log has of it in between is left out.
 */
export async function* checkFiles(
  checked: Checked,
  tenantId: string,
  { every = 1 }: { readonly every?: number } = {},
): AsyncGenerator<FileFault> {
  for (const folder of await readerFoldersIn(checked.dataFolder)) {
    const path = fileIn(folder, tenantId)
    if (!existsSync(path)) continue
    let file: ReaderFile | undefined
    try {
      file = new ReaderFile(path, { isWriter: false })
      const faults = file.faults()
      for (const fault of faults) yield { kind: 'list file damaged', about: `${path}: ${fault}` }
      if (faults.length === 0) yield* checkFile(checked, tenantId, file, every)
    } catch (error) {
      if (isUnreadable(error)) yield { kind: 'list file damaged', about: `${path}: ${error.message}` }
      // One that a server has just begun has no tables.
      else if (file !== undefined || !existsSync(path)) throw error
    } finally {
      file?.close()
    }
  }
}

async function* checkFile(
  { database, documents }: Checked,
  tenantId: string,
  file: ReaderFile,
  every: number,
): AsyncGenerator<FileFault> {
  const read = <Result>(work: (trx: Transaction) => Promise<Result>) =>
    database.inTenantReadOnly(tenantId, work, limits)
  // One that is being made, or was made from another database, is made anew before anything is answered from it.
  if (file.fact('isWhole') !== 1 || file.fact('name') !== (await read(findDatabaseName))) return
  const faultsOf = (found: readonly string[]): FileFault[] =>
    found.map((about) => ({ kind: 'list file differs', about }))
  yield* faultsOf(file.inSnapshot(() => disagreementsIn(file)))
  for (let after: string | null = null, batch = 0; ; batch++) {
    const last: string | null = after
    const ids: string[] = await read((trx) => documents.idsAfter(trx, tenantId, last, batchSize))
    const upTo = ids.length < batchSize ? null : (ids.at(-1) ?? null)
    if (batch % every === 0) {
      const found = await file.inLongSnapshot(async () => {
        const position = { transaction: Number(file.fact('transaction')), eventId: Number(file.fact('eventId')) }
        const there = itemsBetween(file, last, upTo)
        return read(async (trx) => {
          const { events } = await findSeenEvents(trx, tenantId, position, mostEvents)
          // So far behind, all of it is made anew.
          if (events.length === mostEvents) return undefined
          const changing = new Set(events.map(({ subjectId }) => subjectId))
          const all = [...new Set([...ids, ...there])].filter((id) => !changing.has(id))
          const { items, left } = await documentsOf(trx, tenantId, all, documents, () => {})
          const byId = new Map(items.map((item) => [item.contentItemId, item]))
          const compared = all.filter((id) => !left.includes(id))
          return compared.flatMap((id) => differencesOf(file, id, byId.get(id)).map((part) => `${id}: ${part}`))
        })
      })
      if (found === undefined) return
      yield* faultsOf(found)
    }
    after = upTo
    if (after === null) return
  }
}
