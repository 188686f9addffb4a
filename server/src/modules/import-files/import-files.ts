import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type FetchImportFile,
  type ImportFile,
  importPartBytes,
  maxImportBytes,
  type NewImportFile,
} from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { type Actor, actorOf } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Upload } from '../../http/upload.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Fetcher } from '../../platform/fetching/index.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/object-storage/index.ts'
import { cleanFileName, DiskRoom, isDiskFull, writeAndHash } from '../binary/index.ts'
import type { ReadFile } from '../exchange/index.ts'
import { fetchImportFile, inParts, requireAllowed, stored, unknownFault } from './fetch-import-file.ts'
import {
  addPart,
  deleteImportFiles,
  endFetched,
  type Fetching,
  type FoundImportFile,
  findImportFile,
  findKept,
  insertImportFile,
  lockAnnouncing,
  partCountOf,
} from './import-file.repository.ts'

/** Bytes of all files of a tenant that are kept, as they were announced. */
const maxKeptBytes = 5 * maxImportBytes
const maxKept = 500

/** Files that are imported, from their first byte until nobody imports from them any more. */
export interface ImportFiles {
  announce(actor: Actor, file: NewImportFile): Promise<ImportFile>
  /** Begins a job that fetches the file. Throws `INVALID_REQUEST` where the address is none of an allowed host. */
  fetch(actor: Actor, from: FetchImportFile): Promise<ImportFile>
  /**
   * Stores the bytes of a file that a job has found itself, in place of what an earlier attempt may have stored under the same id.
   * Throws what reading the bytes throws; then nothing of the file is left.
   */
  receive(
    actor: Actor,
    file: ReceivedFile,
    signal: AbortSignal,
  ): Promise<{ readonly byteSize: number; readonly sha256: string }>
  putPart(context: TenantContext, importFileId: string, partNumber: number, upload: Upload): Promise<ImportFile>
  read(tenantId: string, importFileId: string): Promise<ImportFile>
  delete(tenantId: string, importFileId: string): Promise<void>
  /** Throws `NOT_FOUND` where there is no such file, `UPLOAD_INVALID` while parts of it are missing. */
  open(tenantId: string, importFileId: string): Promise<ReadFile & { readonly file: ImportFile }>
}

/** `fetching.address`: null of one that lies in the store. */
export interface ReceivedFile {
  readonly importFileId: string
  readonly fileName: string
  readonly fetching: Fetching
  readonly byteSize: number | undefined
  readonly bytes: AsyncIterable<Buffer>
}

export interface ImportFileParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly jobs: Jobs
  readonly fetcher: Fetcher
  /** Belongs to this process alone, and is removed when it ends. */
  readonly temporaryFolder: string
  /** Free bytes of the disk that uploads leave alone. */
  readonly diskReserveBytes: number
  readonly onFault: (message: string, cause: unknown) => void
}

interface StoredPart {
  readonly path: string
  readonly byteSize: number
}

/** Pictures have such keys too: what is made of a file, or goes with it, has its key and more behind a point. */
const keyOfPart = (tenantId: string, importFileId: string, partNumber: number): string =>
  `${tenantId}/${importFileId}.part-${partNumber}`

export function createImportFiles(parts: ImportFileParts): ImportFiles {
  const { database, objects, jobs, temporaryFolder, onFault } = parts
  const disk = new DiskRoom(temporaryFolder, parts.diskReserveBytes)
  jobs.handle(jobKinds.fetchImportFile, { needs: 'editor' }, (job) =>
    fetchImportFile({ ...parts, database: job.database, disk, storePart }, job),
  )

  const find = async (tenantId: string, importFileId: string): Promise<FoundImportFile> => {
    const file = await database.inTenantReadOnly(tenantId, (trx) => findImportFile(trx, tenantId, importFileId))
    if (file === undefined) throw new Problem('NOT_FOUND')
    return file
  }

  async function read(tenantId: string, importFileId: string): Promise<ImportFile> {
    const { fetchJobId, ...shown } = await find(tenantId, importFileId)
    if (fetchJobId === null || shown.fetched?.state !== 'fetching') return shown
    const job = await jobs.find(tenantId, fetchJobId)
    if (job !== undefined && job.status !== 'failed') return shown
    // The job writes the reason before it fails, so the file that was read before may not have it yet.
    const { fetchJobId: _, ...ended } = await find(tenantId, importFileId)
    if (ended.fetched?.state !== 'fetching') return ended
    // A job that was given up has written no reason.
    return { ...ended, fetched: { ...ended.fetched, state: 'failed', problem: unknownFault } }
  }

  /** Once their rows are gone. What is left over is swept with the files that no row names. */
  async function deleteParts(
    tenantId: string,
    gone: readonly Pick<ImportFile, 'importFileId' | 'byteSize' | 'partBytes'>[],
  ) {
    try {
      for (const file of gone)
        for (let number = 0; number < partCountOf(file); number += 1)
          await objects.delete(keyOfPart(tenantId, file.importFileId, number))
    } catch (error) {
      onFault('parts of a file that was imported are left in the store', error)
    }
  }

  /** Stores the row of a file, for which the oldest ones that are in nobody's hands make room. */
  async function announced(
    { tenantId, userId, once }: Actor,
    { fileName, byteSize }: NewImportFile,
    begin?: (trx: Transaction, importFileId: string) => Promise<Fetching>,
    importFileId = newId(),
  ): Promise<ImportFile> {
    const { file, gone } = await database.inTenant(
      tenantId,
      async (trx) => {
        await lockAnnouncing(trx, tenantId)
        const kept = await findKept(trx, tenantId)
        const gone = kept.filter(({ isExpired }) => isExpired)
        let left = kept.filter(({ isExpired }) => !isExpired)
        const isTooMuch = () =>
          left.length >= maxKept || left.reduce((sum, each) => sum + each.byteSize, byteSize) > maxKeptBytes
        while (isTooMuch()) {
          const oldest = left.find(({ mayGo }) => mayGo)
          if (oldest === undefined)
            throw new Problem('ALREADY_RUNNING', {
              message:
                'Files of this tenant are being uploaded that together are as large as may be; delete one of them.',
            })
          gone.push(oldest)
          left = left.filter((each) => each !== oldest)
        }
        if (gone.length > 0)
          await deleteImportFiles(
            trx,
            tenantId,
            gone.map((each) => each.importFileId),
          )
        const partBytes = importPartBytes
        await insertImportFile(
          trx,
          tenantId,
          { importFileId, fileName: cleanFileName(fileName), byteSize, partBytes, createdBy: userId },
          await begin?.(trx, importFileId),
        )
        return { file: await findImportFile(trx, tenantId, importFileId), gone }
      },
      once && { once },
    )
    await deleteParts(tenantId, gone)
    if (file === undefined) throw new Error('a file that was stored is there')
    const { fetchJobId: _, ...shown } = file
    return shown
  }

  /** Where it is there. */
  async function remove(tenantId: string, importFileId: string): Promise<void> {
    const there = await database.inTenant(tenantId, async (trx) => {
      const file = await findImportFile(trx, tenantId, importFileId)
      await deleteImportFiles(trx, tenantId, [importFileId])
      return file
    })
    if (there !== undefined) await deleteParts(tenantId, [there])
  }

  /** From a file of this machine, which is moved; false where the import file is gone meanwhile. */
  async function storePart(tenantId: string, importFileId: string, partNumber: number, part: StoredPart) {
    const key = keyOfPart(tenantId, importFileId, partNumber)
    const { path, byteSize } = part
    await objects.putFile(key, path, { contentType: 'application/octet-stream', byteSize })
    const stored = await database.inTenant(tenantId, (trx) => addPart(trx, tenantId, importFileId, partNumber))
    if (stored === undefined) await objects.delete(key)
    return stored
  }

  return {
    read,

    announce: (actor, file) => announced(actor, file),

    async fetch(actor, { address }) {
      const { tenantId, userId: createdBy } = actor
      const url = await database.inTenantReadOnly(tenantId, (trx) => requireAllowed(trx, tenantId, address))
      const fileName = url.pathname.split('/').at(-1) || url.hostname
      return announced(actor, { fileName: decoded(fileName), byteSize: maxImportBytes }, async (trx, importFileId) => ({
        address: url.href,
        jobId: await jobs.enqueue(trx, tenantId, {
          kind: jobKinds.fetchImportFile,
          input: { importFileId },
          createdBy,
        }),
      }))
    },

    async receive(actor, { importFileId, fileName, fetching, byteSize, bytes }, signal) {
      const { tenantId } = actor
      await remove(tenantId, importFileId)
      const announcement = { fileName, byteSize: byteSize ?? maxImportBytes }
      await announced(actor, announcement, async () => fetching, importFileId)
      const hash = createHash('sha256')
      let received = 0
      try {
        for await (const part of inParts(bytes)) {
          signal.throwIfAborted()
          if (received + part.length > maxImportBytes) throw new Problem('PAYLOAD_TOO_LARGE')
          const partNumber = received / importPartBytes
          if (!(await stored({ temporaryFolder, disk, storePart }, tenantId, importFileId, partNumber, part)))
            throw new Problem('NOT_FOUND', { message: 'The file was deleted while it came in.' })
          hash.update(part)
          received += part.length
        }
        await database.inTenant(tenantId, (trx) => endFetched(trx, tenantId, importFileId, { byteSize: received }))
        return { byteSize: received, sha256: hash.digest('hex') }
      } catch (error) {
        await remove(tenantId, importFileId)
        throw error
      }
    },

    async putPart(context, importFileId, partNumber, upload) {
      const { tenantId } = actorOf(context)
      const file = await read(tenantId, importFileId)
      if (file.fetched !== undefined)
        throw new Problem('UPLOAD_INVALID', { message: 'The server fetches this file by itself.' })
      if (partNumber >= partCountOf(file)) throw new Problem('NOT_FOUND', { message: 'The file has no such part.' })
      const wanted = Math.min(file.partBytes, file.byteSize - partNumber * file.partBytes)
      const leaveDisk = await disk.take(wanted)
      const path = join(temporaryFolder, newId())
      try {
        const part = await upload.file(wanted)
        if (!part) throw new Problem('UPLOAD_INVALID')
        const { byteSize } = await writeAndHash(part.stream, path, context.signal)
        if (part.stream.truncated) throw new Problem('PAYLOAD_TOO_LARGE')
        if (byteSize !== wanted)
          throw new Problem('UPLOAD_INVALID', { message: `The part has ${byteSize} bytes instead of ${wanted}.` })
        // Bytes that somebody may be reading are not written again.
        if (!file.missingParts.includes(partNumber)) return file
        const stored = await storePart(tenantId, importFileId, partNumber, { path, byteSize })
        if (stored === undefined) throw new Problem('NOT_FOUND')
        return stored
      } catch (error) {
        throw isDiskFull(error) ? new Problem('STORAGE_FULL', { retryAfter: 60, cause: error }) : error
      } finally {
        await rm(path, { force: true })
        leaveDisk()
      }
    },

    async delete(tenantId, importFileId) {
      const file = await read(tenantId, importFileId)
      const deleted = await database.inTenant(tenantId, (trx) => deleteImportFiles(trx, tenantId, [importFileId]))
      if (deleted.length === 0) throw new Problem('NOT_FOUND')
      await deleteParts(tenantId, [file])
    },

    async open(tenantId, importFileId) {
      const file = await read(tenantId, importFileId)
      const missing = file.missingParts.length
      if (file.fetched !== undefined && file.fetched.state !== 'done')
        throw new Problem('UPLOAD_INVALID', { message: 'The file has not been fetched yet.' })
      if (missing > 0)
        throw new Problem('UPLOAD_INVALID', { message: `${missing} parts of the file have not arrived yet.` })
      async function* bytes(): AsyncGenerator<Uint8Array> {
        for (let number = 0; number < partCountOf(file); number += 1) {
          const { stream } = await objects.get(keyOfPart(tenantId, importFileId, number)).catch(gone)
          for await (const chunk of stream) yield chunk
        }
      }
      return { file, open: bytes, byteSize: file.byteSize }
    },
  }
}

/** Of an address, where it is well written. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const gone = (error: unknown): never => {
  throw error instanceof ObjectMissing
    ? new Problem('NOT_FOUND', { message: 'The file is gone.', cause: error })
    : error
}
