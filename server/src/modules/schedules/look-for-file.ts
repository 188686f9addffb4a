import { maxImportBytes } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Transactions } from '../../platform/database/database.ts'
import { type Fetcher, FetchRefused } from '../../platform/fetching/index.ts'
import type { RunningJob } from '../../platform/jobs/jobs.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import { type ImportFiles, mediaTypesOfRows, wholeMs } from '../import-files/index.ts'
import { filesIn, incomingFolder } from './folders.ts'
import { findTaken, rememberTaken } from './schedule-run.repository.ts'
import type { ImportPlan, RunEnd, Seen, StoredRun, StoredSchedule } from './stored-schedule.ts'

export interface LookParts {
  readonly database: Transactions
  readonly objects: ObjectStore
  readonly fetcher: Fetcher
  readonly importFiles: ImportFiles
}

export interface Look {
  readonly schedule: StoredSchedule
  readonly plan: ImportPlan
  readonly run: StoredRun
  readonly job: RunningJob
  /** Hosts that the tenant allows now. */
  readonly importHosts: readonly string[]
}

/** The file is an import file with the id of the run. */
export interface FoundFile {
  readonly fileName: string
  readonly seen: Seen
}

/** Takes the file of the source that was not taken before, or says how the run ends. */
export async function lookForFile(parts: LookParts, look: Look): Promise<FoundFile | RunEnd> {
  const { source } = look.plan
  try {
    return source.kind === 'address'
      ? await fromAddress(parts, look, source.address)
      : await fromFolder(parts, look, source.folder)
  } catch (error) {
    const end = endOf(error)
    if (end === undefined) throw error
    return end
  }
}

/** Of what another attempt a moment later would not mend; undefined of all else. */
function endOf(error: unknown): RunEnd | undefined {
  if (error instanceof FetchRefused) {
    const { code, message, params } = error
    return { outcome: 'failed', problem: { code, message, params } }
  }
  if (!(error instanceof Problem)) return undefined
  const { code, message } = error
  if (code === 'PAYLOAD_TOO_LARGE')
    return { outcome: 'failed', problem: { code: 'ANSWER_TOO_LARGE', message, params: { max: maxImportBytes } } }
  if (code === 'ALREADY_RUNNING' || code === 'STORAGE_FULL')
    return { outcome: 'failed', problem: { code: 'NO_ROOM', message } }
  return undefined
}

const actorOf = ({ schedule, job }: Look) => ({ tenantId: job.tenantId, userId: schedule.ownerId })

async function fromAddress(
  { fetcher, importFiles }: LookParts,
  look: Look,
  address: string,
): Promise<FoundFile | RunEnd> {
  const { run, schedule, job, importHosts } = look
  const { tenantId, signal } = job
  // Whoever asks for a run by hand wants it, whatever the file.
  const before: Seen = run.askedBy === null && schedule.seen.of === address ? schedule.seen : {}
  const order = {
    allowedHosts: importHosts,
    maxBytes: maxImportBytes,
    wholeMs,
    takes: (mediaType: string) => mediaTypesOfRows.test(mediaType),
    signal,
  }
  const fetched = await fetcher.openChanged(address, order, before)
  if (fetched === undefined) return { outcome: 'nothingNew' }
  const fileName = nameIn(new URL(address))
  const importFileId = run.runId
  const fetching = { address, jobId: job.jobId }
  const file = { importFileId, fileName, fetching, byteSize: fetched.byteSize, bytes: fetched.bytes }
  const { sha256 } = await importFiles.receive(actorOf(look), file, signal)
  const seen = { of: address, ...fetched.mark, sha256 }
  if (sha256 !== before.sha256) return { fileName, seen }
  await importFiles.delete(tenantId, importFileId)
  return { outcome: 'nothingNew', seen }
}

function nameIn({ pathname, hostname }: URL): string {
  const name = pathname.split('/').at(-1) || hostname
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The oldest file that was not taken. One with the bytes of a taken one is remembered, and not taken. */
async function fromFolder(
  { database, objects, importFiles }: LookParts,
  look: Look,
  folder: string,
): Promise<FoundFile | RunEnd> {
  const { run, schedule, job } = look
  const { tenantId, signal } = job
  const { scheduleId } = schedule
  const taken = await database.inTenantReadOnly(tenantId, (trx) => findTaken(trx, tenantId, scheduleId))
  const hashes = new Set(taken.map(({ sha256 }) => sha256))
  const known = new Set(taken.map(({ fileName, byteSize, storedAt }) => keyOf(fileName, byteSize, storedAt)))
  for (const { key, fileName, byteSize, storedAt: at } of await filesIn(objects, incomingFolder(tenantId, folder))) {
    const storedAt = at.toISOString()
    if (known.has(keyOf(fileName, byteSize, storedAt))) continue
    const { stream } = await objects.get(key)
    const file = { importFileId: run.runId, fileName, fetching: { address: null, jobId: job.jobId }, byteSize }
    const { sha256 } = await importFiles.receive(actorOf(look), { ...file, bytes: stream }, signal)
    if (!hashes.has(sha256)) return { fileName, seen: { of: folder, sha256, file: { fileName, byteSize, storedAt } } }
    await importFiles.delete(tenantId, run.runId)
    await database.inTenant(tenantId, (trx) =>
      rememberTaken(trx, tenantId, scheduleId, { fileName, byteSize, storedAt, sha256 }),
    )
  }
  return { outcome: 'nothingNew' }
}

const keyOf = (fileName: string, byteSize: number, storedAt: string): string =>
  JSON.stringify([fileName, byteSize, storedAt])
