import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binary, Erasure } from '@pim/contract'
import { actorOf } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Upload } from '../../http/upload.ts'
import type { Database } from '../../platform/database/database.ts'
import { DatabaseUnavailable, TransactionCancelled } from '../../platform/database/database-errors.ts'
import { newId } from '../../platform/database/new-id.ts'
import { lockTargets } from '../../platform/database/target-locks.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import { recordChange } from '../audit/index.ts'
import type { Erasing } from '../erasure/index.ts'
import type { StorageQuota, UploadRoom } from '../quotas/index.ts'
import {
  type BinaryRow,
  deleteBinaries,
  findBinariesByContent,
  findBinary,
  insertBinary,
  updateLooked,
} from './binary-file.repository.ts'
import { fileContent } from './content.ts'
import { DiskRoom, isDiskFull } from './disk-room.ts'
import { detectMimeType } from './file-kind.ts'
import { uploadMimeTypes } from './limits.ts'
import type { PictureDecoder } from './pictures/picture-decoder.ts'
import { renditionOf } from './rendition-state.ts'
import { Renditions } from './renditions.ts'
import { cleanFileName, writeAndHash } from './upload-file.ts'

export interface BinaryParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly decoder: PictureDecoder
  /** Belongs to this process alone, and is removed when it ends. */
  readonly temporaryFolder: string
  readonly maxUploadBytes: number
  /** Free bytes of the disk that uploads leave alone. */
  readonly diskReserveBytes: number
  readonly storage: StorageQuota
  /** The items that carry the file. */
  readonly usersOf: UsersOf
  /** The same with the deleted ones, which can be brought back. */
  readonly keepersOf: UsersOf
  readonly erasing: Erasing
}

/** What an upload needs of the call that it comes with; a job has no call. */
export interface UploadContext extends Pick<TenantContext, 'signal' | 'log' | 'once'> {
  readonly tenant: { readonly tenantId: string }
  readonly user: { readonly userId: string }
}

const sameFilesAnswered = 10

type UsersOf = (trx: Transaction, tenantId: string, binaryId: string) => Promise<Binary['usedBy']>

export type BinaryService = ReturnType<typeof createBinaryService>

export function createBinaryService(parts: BinaryParts) {
  const { database, objects, decoder, temporaryFolder, maxUploadBytes, storage, usersOf, keepersOf, erasing } = parts
  const disk = new DiskRoom(temporaryFolder, parts.diskReserveBytes)
  const renditions = new Renditions({
    objects,
    decoder,
    temporaryFolder,
    remember: (tenantId, binaryId, looked) =>
      database.inTenant(tenantId, (trx) => updateLooked(trx, tenantId, binaryId, looked)),
  })

  /**
   * Looks at the file in a temporary folder, then stores the bytes, and writes the row last: an upload that fails on the
   * way is never visible. A file of an accepted kind is stored whether or not a picture can be made of it. Throws the
   * problem to send for a missing, empty or too large file, and for one of another kind. `address`: where the server has it from.
   */
  async function upload(context: UploadContext, incoming: Upload, address?: string): Promise<Binary> {
    const declared = incoming.contentLength && Math.min(incoming.contentLength, maxUploadBytes)
    const leaveDisk = await disk.take(declared ?? maxUploadBytes)
    const path = join(temporaryFolder, newId())
    let room: UploadRoom | undefined
    try {
      // Defence 106
      if (declared !== undefined) room = await storage.reserve(context.tenant.tenantId, declared)
      const part = await incoming.file(maxUploadBytes)
      if (!part) throw new Problem('UPLOAD_INVALID')
      const written = await writeAndHash(part.stream, path, context.signal)
      if (part.stream.truncated) throw new Problem('PAYLOAD_TOO_LARGE')
      if (written.byteSize === 0) throw new Problem('UPLOAD_INVALID', { message: 'The file is empty.' })
      const fileName = cleanFileName(part.fileName)
      const mimeType = await detectMimeType(path, fileName)
      if (!mimeType || !uploadMimeTypes.includes(mimeType)) {
        throw new Problem('UNSUPPORTED_MEDIA_TYPE', {
          message: `Files of this kind${mimeType ? ` (${mimeType})` : ''} are not taken.`,
        })
      }
      room ??= await storage.reserve(context.tenant.tenantId, written.byteSize)
      const looked = await renditions.lookAtUpload(context.tenant.tenantId, path, mimeType, context.signal)
      const binaryId = newId()
      const stored = await store(context, path, room, address, {
        binaryId,
        fileName,
        mimeType,
        ...written,
        ...looked,
        storageKey: `${context.tenant.tenantId}/${newId()}`,
      })
      // Otherwise it is the file of an earlier call, which this one repeats.
      if (stored.binaryId === binaryId) room = undefined
      return stored
    } catch (error) {
      // Room was left when it began: somebody else has taken it meanwhile, or the store is on another disk.
      throw isDiskFull(error) ? new Problem('STORAGE_FULL', { retryAfter: 60, cause: error }) : error
    } finally {
      await Promise.all([rm(path, { force: true }), room?.release().catch(onLeft(context, 'room of an upload'))])
      leaveDisk()
    }
  }

  async function store(
    context: UploadContext,
    path: string,
    room: UploadRoom,
    address: string | undefined,
    row: Omit<BinaryRow, 'createdAt'>,
  ): Promise<Binary> {
    const { tenantId } = context.tenant
    const { userId } = context.user
    await objects.putFile(row.storageKey, path, { contentType: row.mimeType, byteSize: row.byteSize })
    try {
      context.once?.cover(row.sha256)
      const stored = await database.inTenant(
        tenantId,
        async (trx) => {
          const stored = room.keep(trx, row.byteSize)
          const [createdAt] = await Promise.all([insertBinary(trx, tenantId, { ...row, createdBy: userId }), stored])
          const details = {
            fileName: row.fileName,
            mimeType: row.mimeType,
            byteSize: row.byteSize,
            ...(address && { address }),
          }
          await recordChange(trx, tenantId, {
            userId,
            action: 'binary.upload',
            entityKind: 'binary',
            entityId: row.binaryId,
            details,
          })
          return describe({ ...row, createdAt }, [])
        },
        { once: context.once },
      )
      // A repeat: the answer is about the bytes that came first.
      if (stored.binaryId !== row.binaryId) await dropBytes(context, row.storageKey)
      return stored
    } catch (error) {
      // Where the answer of the commit was lost, the row may be there: its bytes have to be, too.
      if (!(error instanceof DatabaseUnavailable || error instanceof TransactionCancelled)) {
        await dropBytes(context, row.storageKey)
      }
      throw error
    }
  }

  const dropBytes = (context: UploadContext, storageKey: string): Promise<void> =>
    objects.delete(storageKey).catch(onLeft(context, 'bytes'))

  async function get(tenantId: string, binaryId: string): Promise<Binary> {
    return await database.inTenantReadOnly(tenantId, async (trx) => {
      const row = await findBinary(trx, tenantId, binaryId)
      if (!row) throw new Problem('NOT_FOUND')
      return describe(row, await usersOf(trx, tenantId, binaryId))
    })
  }

  /** Finds the files with these bytes, so that an upload can offer their items in place of a second one. */
  async function findSame(tenantId: string, sha256: string): Promise<Binary[]> {
    return await database.inTenantReadOnly(tenantId, async (trx) => {
      const rows = await findBinariesByContent(trx, tenantId, sha256, sameFilesAnswered)
      return await Promise.all(rows.map(async (row) => describe(row, await usersOf(trx, tenantId, row.binaryId))))
    })
  }

  /** Removes a file that no item has for good. */
  async function erase(context: UploadContext, binaryId: string): Promise<Erasure> {
    const actor = actorOf(context)
    const { tenantId, userId } = actor
    const begun = await database.inTenant(tenantId, async (trx) => {
      await lockTargets(trx, tenantId, [{ kind: 'file', id: binaryId }], 'exclusive')
      const usedBy = await keepersOf(trx, tenantId, binaryId)
      if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })
      const files = await deleteBinaries(trx, tenantId, [binaryId])
      if (files.length === 0) throw new Problem('NOT_FOUND')
      const jobId = await erasing.begin(trx, actor, {
        kinds: ['binary'],
        ids: [binaryId],
        storageKeys: files.map(({ storageKey }) => storageKey),
      })
      const erased = { files: files.length }
      const change = { action: 'binary.erase', entityKind: 'binary', entityId: binaryId, details: { erased, jobId } }
      await recordChange(trx, tenantId, { userId, ...change })
      return { removed: erased, jobId }
    })
    return erasing.report(tenantId, begun)
  }

  const content = fileContent({ database, objects, renditions })

  return { upload, get, findSame, erase, content }
}

const onLeft = (context: UploadContext, what: string) => (cause: unknown) =>
  context.log.warn({ err: cause }, `${what} left behind`)

function describe(row: BinaryRow, usedBy: Binary['usedBy']): Binary {
  return {
    binaryId: row.binaryId,
    fileName: row.fileName,
    mimeType: row.mimeType,
    byteSize: row.byteSize,
    sha256: row.sha256,
    ...(row.width !== null && row.height !== null ? { width: row.width, height: row.height } : {}),
    ...(row.pageCount !== null && { pageCount: row.pageCount }),
    rendition: renditionOf(row),
    createdAt: row.createdAt,
    usedBy,
  }
}
