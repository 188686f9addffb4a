import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type Quotas, quotaReached } from './quotas.ts'
import { addStoredFiles, deleteReservation, insertReservation, lockStoredFiles } from './stored-files.repository.ts'

/** After this long the room of an upload is free again, whose server has ended without a word. A later upload asks anew. */
const reservationSeconds = 3_600

/** Room for one upload, held from before its first byte is stored. */
export interface UploadRoom {
  /** Turns it into a stored file, in the transaction that makes the file visible. Throws QUOTA_REACHED where it has expired, and the room is gone. */
  keep(trx: Transaction, bytes: number): Promise<void>
  /** Gives it back, where it was not kept. */
  release(): Promise<void>
}

export type StorageQuota = ReturnType<typeof createStorageQuota>

export function createStorageQuota({ database, quotas }: { readonly database: Database; readonly quotas: Quotas }) {
  /** Throws QUOTA_REACHED where one file more, of so many bytes, would be too much beside all others that are on their way. */
  async function reserve(tenantId: string, bytes: number): Promise<UploadRoom> {
    const reservationId = newId()
    await database.inTenant(tenantId, async (trx) => {
      // Sent together, as others wait for the lock; a refusal takes the reservation back.
      await Promise.all([
        requireRoom(trx, tenantId, bytes),
        insertReservation(trx, tenantId, { reservationId, bytes, seconds: reservationSeconds }),
      ])
    })
    return {
      async keep(trx, actual) {
        await Promise.all([
          deleteReservation(trx, tenantId, reservationId),
          requireRoom(trx, tenantId, actual),
          addStoredFiles(trx, tenantId, { files: 1, bytes: actual }),
        ])
      },
      release: () => database.inTenant(tenantId, (trx) => deleteReservation(trx, tenantId, reservationId)),
    }
  }

  /** Locks the counts until the transaction ends, so that uploads at the same time look one after the other. */
  async function requireRoom(trx: Transaction, tenantId: string, bytes: number): Promise<void> {
    const [limits, used] = await Promise.all([quotas.limitsOf(trx, tenantId), lockStoredFiles(trx, tenantId)])
    // Defence 106, without: if (false)
    if (limits.storageBytes !== null && used.bytes + bytes > limits.storageBytes)
      throw quotaReached({ quota: 'storageBytes', limit: limits.storageBytes, used: used.bytes, adding: bytes })
    // Defence 106, without: if (false)
    if (limits.files !== null && used.files + 1 > limits.files)
      throw quotaReached({ quota: 'files', limit: limits.files, used: used.files, adding: 1 })
  }

  return { reserve }
}
