import type { Transaction } from '../../../platform/database/transaction.ts'
import type { JobsActFor } from '../../../platform/jobs/jobs.ts'
import { recordChange } from '../../audit/index.ts'
import { findBulkChange, lockSlices, moveBulkChange } from '../store/bulk-change.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'
import { bulkChangeIdOf, type Working } from './hold.ts'

const stateOf = { rehearsal: 'rehearsing', execution: 'executing' } as const satisfies Record<
  StoredBulkChange['phase'],
  Working
>

/** What a bulk change is while a job is at it again on behalf of this person. */
export const goneOnBy = (phase: StoredBulkChange['phase'], by: string) => ({
  state: stateOf[phase],
  runner: null,
  problem: null,
  isEnded: false,
  ...(phase === 'execution' && { executedBy: by }),
})

/**
 * A bulk change is paused with its job, where the person that it runs for may not do it any more. Whoever takes the job over is the
 * author of what it writes from then on.
 */
export const pausedWithJob: Exclude<JobsActFor, 'nobody'> = {
  needs: 'editor',
  async whenPaused(trx, job, { reason, userId: person, needs }) {
    const bulkChange = await locked(trx, job)
    // Somebody has stopped it, or begun it anew: nothing is left to take over.
    if (bulkChange?.jobId !== job.jobId || bulkChange.state === 'cancelled') return { isStopped: true }
    if (bulkChange.state !== stateOf[bulkChange.phase]) return undefined
    await moveBulkChange(trx, job.tenantId, bulkChange.bulkChangeId, { state: 'paused', runner: null })
    await recordChange(trx, job.tenantId, {
      // The server does it by itself.
      userId: '',
      action: 'bulkChange.pause',
      entityKind: 'bulkChange',
      entityId: bulkChange.bulkChangeId,
      details: { reason, needs, person },
    })
    return undefined
  },
  async whenTakenOver(trx, job, by) {
    const bulkChange = await locked(trx, job)
    if (bulkChange?.state !== 'paused') return
    await moveBulkChange(trx, job.tenantId, bulkChange.bulkChangeId, goneOnBy(bulkChange.phase, by))
  },
  async whenEnded(trx, job) {
    const bulkChange = await locked(trx, job)
    if (bulkChange?.state !== 'paused') return
    await moveBulkChange(trx, job.tenantId, bulkChange.bulkChangeId, {
      state: 'cancelled',
      runner: null,
      isEnded: true,
    })
  },
}

async function locked(
  trx: Transaction,
  job: { readonly tenantId: string; readonly input: Record<string, unknown> },
): Promise<StoredBulkChange | undefined> {
  const bulkChangeId = bulkChangeIdOf(job)
  await lockSlices(trx, job.tenantId, bulkChangeId, 'exclusive')
  return findBulkChange(trx, job.tenantId, bulkChangeId, { lock: true })
}
