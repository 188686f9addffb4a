import type { Transaction } from '../../platform/database/transaction.ts'
import { findStoredFiles, type StoredFile } from './binary-file.repository.ts'

const filesAtATime = 1_000

/** Every file that a row of the tenant names, in one transaction. */
export async function* storedFilesOf(trx: Transaction, tenantId: string): AsyncGenerator<StoredFile> {
  for (let after: string | undefined; ; ) {
    const files = await findStoredFiles(trx, tenantId, after, filesAtATime)
    yield* files
    after = files.at(-1)?.binaryId
    if (files.length < filesAtATime) return
  }
}
