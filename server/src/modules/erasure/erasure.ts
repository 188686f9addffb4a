import { type Erasure, jobKinds } from '@pim/contract'
import { z } from 'zod'
import type { Actor } from '../../core/caller.ts'
import { eraseAnswers } from '../../platform/database/idempotency-key.repository.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Jobs, RunningJob } from '../../platform/jobs/jobs.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import { eraseDetails } from '../audit/index.ts'
import { eraseEventDetails } from '../events/index.ts'

/** What is erased, by how the audit and the log of events call it. */
export interface Subjects {
  readonly kinds: readonly string[]
  readonly ids: readonly string[]
  /** The keys of the bytes of files; what was made of them has keys that begin with theirs. */
  readonly storageKeys: readonly string[]
}

export type Begun = Pick<Erasure, 'removed' | 'jobId'>

/**
 * What every erasure has in common. `begin` belongs into the transaction that deletes the rows: nothing is served from then
 * on. It answers the id of a job. The job that it enqueues does what cannot be undone, or takes long: it runs after the commit, and again where its
 * server is killed.
 */
export interface Erasing {
  begin(trx: Transaction, actor: Actor, subjects: Subjects): Promise<string>
  /** Waits for the job for a moment. */
  report(tenantId: string, begun: Begun): Promise<Erasure>
}

const inputSchema = z.object({
  kinds: z.array(z.string()).default([]),
  ids: z.array(z.string()),
  storageKeys: z.array(z.string()),
})
const resultSchema = z.record(z.string(), z.number())

/** How long a call waits for the job, so that its answer usually has the whole report. */
const waitMs = 5_000
/** Events and kept answers have no index by what they are about: writing one would cost every save. */
const timeouts = { statementMs: 600_000, deadlineMs: 1_800_000 }

export function createErasure({ jobs, objects }: { readonly jobs: Jobs; readonly objects: ObjectStore }): Erasing {
  async function eraseTraces({ tenantId, input, signal, database }: RunningJob): Promise<Record<string, number>> {
    const { kinds, ids, storageKeys } = inputSchema.parse(input)
    let storedFiles = 0
    for (const storageKey of storageKeys) {
      for await (const { key } of objects.list(storageKey)) {
        await objects.delete(key)
        storedFiles++
      }
    }
    const erase = <T>(work: (trx: Transaction) => Promise<T>) =>
      database.inTenant(tenantId, work, { ...timeouts, signal })
    // Transactions of their own: functions change what requests may not, and a cluster lets only one role change the rows of a
    // tenant in a transaction.
    const auditDetails = await erase((trx) => eraseDetails(trx, tenantId, kinds, ids))
    const keptAnswers = await erase((trx) => eraseAnswers(trx, tenantId, ids))
    const events = await erase((trx) => eraseEventDetails(trx, tenantId, ids))
    return { storedFiles, auditDetails, keptAnswers, events }
  }
  // What is erased is gone already; its traces have to follow.
  jobs.handle(jobKinds.erase, 'nobody', eraseTraces)

  return {
    async begin(trx, { tenantId, userId }, { kinds, ids, storageKeys }) {
      const input = { kinds: [...kinds], ids: [...ids], storageKeys: [...storageKeys] }
      return await jobs.enqueue(trx, tenantId, { kind: jobKinds.erase, createdBy: userId, input })
    },
    async report(tenantId, { removed, jobId }) {
      const job = await jobs.finished(tenantId, jobId, waitMs)
      const { data: byJob = {} } = resultSchema.safeParse(job?.result)
      return { removed: { ...removed, ...byJob }, jobId, status: job?.status ?? 'queued' }
    },
  }
}
