import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImportFile, type ImportFileProblem, importPartBytes, maxImportBytes } from '@pim/contract'
import { invalidRequest } from '../../core/problem.ts'
import type { Transactions } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { checkedAddress, type Fetcher, FetchRefused } from '../../platform/fetching/index.ts'
import { JobFailed, type RunningJob } from '../../platform/jobs/jobs.ts'
import type { DiskRoom } from '../binary/index.ts'
import { findOwnTenant } from '../tenants/index.ts'
import { beginFetched, endFetched, findImportFile } from './import-file.repository.ts'

export const wholeMs = 1_800_000

/** Media types of rows, and those that servers send of files whose kind they do not know. Pages and pictures are neither. */
export const mediaTypesOfRows =
  /^(?:|text\/(?:csv|tab-separated-values|plain|x-csv|xml)|(?:application|binary)\/octet-stream|application\/(?:csv|x-csv|xml|rss\+xml|atom\+xml|json|jsonl|jsonlines|x-jsonlines|ndjson|x-ndjson|json-lines|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet))$/

const problemOf = ({ code, message, params }: FetchRefused): ImportFileProblem => ({ code, message, params })

/** Of a file whose job was given up; the log has the reason. */
export const unknownFault: ImportFileProblem = { code: 'ANSWER_BROKEN_OFF', message: 'The file was not fetched.' }

/** Throws `INVALID_REQUEST` where the address is none that this tenant may fetch from. */
export async function requireAllowed(
  trx: Transaction,
  tenantId: string,
  address: string,
  place = 'body.address',
): Promise<URL> {
  try {
    return checkedAddress(address, (await findOwnTenant(trx, tenantId)).importHosts)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    const { code: reason, message, params } = error
    throw invalidRequest([{ technicalFieldName: place, code: 'NOT_READ', message, params: { ...params, reason } }])
  }
}

interface FetchParts {
  readonly database: Transactions
  readonly fetcher: Fetcher
  readonly temporaryFolder: string
  readonly disk: DiskRoom
  /** Undefined where the import file is gone. */
  readonly storePart: (
    tenantId: string,
    importFileId: string,
    partNumber: number,
    part: { readonly path: string; readonly byteSize: number },
  ) => Promise<ImportFile | undefined>
}

/** Fetches a file part by part. An attempt that was cut off is made again from the beginning: the file may be another one now. */
export async function fetchImportFile(parts: FetchParts, job: RunningJob): Promise<Record<string, unknown>> {
  const { database, fetcher } = parts
  const { tenantId, signal, input } = job
  const importFileId = String(input.importFileId)
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, { signal })
  const { file, allowedHosts } = await database.inTenantReadOnly(tenantId, async (trx) => ({
    file: await findImportFile(trx, tenantId, importFileId),
    // As they are now: a host may have been taken from the list since.
    allowedHosts: (await findOwnTenant(trx, tenantId)).importHosts,
  }))
  if (file?.fetched?.state !== 'fetching') return { importFileId, isStopped: true }
  try {
    const { byteSize, bytes } = await fetcher.open(file.fetched.address, {
      allowedHosts,
      maxBytes: maxImportBytes,
      wholeMs,
      takes: (mediaType) => mediaTypesOfRows.test(mediaType),
      signal,
    })
    const isThere = await change((trx) => beginFetched(trx, tenantId, importFileId, byteSize ?? maxImportBytes))
    let received = 0
    for await (const part of inParts(bytes)) {
      if (!isThere || !(await stored(parts, tenantId, importFileId, received / importPartBytes, part)))
        return { importFileId, isStopped: true }
      received += part.length
      await job.progress(received, byteSize)
    }
    await change((trx) => endFetched(trx, tenantId, importFileId, { byteSize: received }))
    return { importFileId, byteSize: received }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    await change((trx) => endFetched(trx, tenantId, importFileId, { problem: problemOf(error) }))
    throw new JobFailed(error.message)
  }
}

/** In pieces of the size of a part; the last one has what is left. */
export async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    while (size >= importPartBytes) {
      const whole = Buffer.concat(held)
      yield whole.subarray(0, importPartBytes)
      held = [whole.subarray(importPartBytes)]
      size -= importPartBytes
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

export async function stored(
  { temporaryFolder, disk, storePart }: Pick<FetchParts, 'temporaryFolder' | 'disk' | 'storePart'>,
  tenantId: string,
  importFileId: string,
  partNumber: number,
  part: Buffer,
): Promise<boolean> {
  const leaveDisk = await disk.take(part.length)
  const path = join(temporaryFolder, newId())
  try {
    await writeFile(path, part, { flag: 'wx' })
    const after = await storePart(tenantId, importFileId, partNumber, { path, byteSize: part.length })
    return after !== undefined
  } finally {
    await rm(path, { force: true })
    leaveDisk()
  }
}
