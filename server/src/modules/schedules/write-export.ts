import { Readable } from 'node:stream'
import { exportProfileSchema } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Transactions } from '../../platform/database/database.ts'
import type { RunningJob } from '../../platform/jobs/jobs.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import { type ExportSources, exportItems } from '../content/index.ts'
import type { StoredChoice } from '../saved-choices/index.ts'
import { keptFolder, outgoingFolder } from './folders.ts'
import { forgetFiles, moveRun } from './schedule-run.repository.ts'
import type { ExportPlan, RunEnd, StoredRun, StoredSchedule } from './stored-schedule.ts'

/**
 * Writes the file of an export into the store, and takes away those that are kept no longer. Another attempt writes the same one
 * again: its name follows from the run.
 */
export async function writeExport(
  { database, reader, objects }: ExportSources & { readonly database: Transactions; readonly objects: ObjectStore },
  { tenantId, signal }: RunningJob,
  {
    schedule: { scheduleId },
    plan: { destination },
    run: { runId, begunAt },
    choice,
  }: {
    readonly schedule: StoredSchedule
    readonly plan: ExportPlan
    readonly run: StoredRun
    readonly choice: StoredChoice
  },
): Promise<RunEnd> {
  const request = exportProfileSchema.safeParse(choice.content)
  if (!request.success) return unfit('The profile is none of an export.')
  const { technicalContentTypeName, format } = request.data
  const fileName = `${technicalContentTypeName}-${begunAt.replace(/[-:]|\.\d+/g, '')}.${format}`
  // The id makes it another name than that of another schedule that writes into the folder.
  const objectKey =
    destination.kind === 'folder'
      ? `${outgoingFolder(tenantId, destination.folder)}${fileName.replace('.', `-${runId.slice(-6)}.`)}`
      : `${keptFolder(tenantId, scheduleId)}${runId}.${format}`
  let byteSize = 0
  try {
    const { body, headers } = await exportItems({ database, reader }, tenantId, request.data)
    const file = Readable.from(
      counted(body, (bytes) => {
        byteSize += bytes
      }),
      { objectMode: false },
    )
    await objects.put(objectKey, file, { contentType: headers['content-type'] ?? 'application/octet-stream', signal })
  } catch (error) {
    const isUnfit = error instanceof Problem && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST')
    if (isUnfit) return unfit(error.message)
    throw error
  }
  const gone = await database.inTenant(tenantId, async (trx) => {
    await moveRun(trx, tenantId, runId, { step: 'looking', objectKey, byteSize, fileName })
    return await forgetFiles(trx, tenantId, scheduleId, destination.keep)
  })
  for (const key of gone) await objects.delete(key)
  return { outcome: 'written' }
}

/** Counted on its way: a listener for data would set the stream flowing before the store has opened its file, and the beginning would be lost. */
async function* counted(chunks: AsyncIterable<Buffer | string>, add: (bytes: number) => void) {
  for await (const chunk of chunks) {
    add(Buffer.byteLength(chunk))
    yield chunk
  }
}

const unfit = (message: string): RunEnd => ({ outcome: 'failed', problem: { code: 'PROFILE_UNFIT', message } })
