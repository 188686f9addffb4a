import type { PausedJob, Role } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import type { Transactions } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import type { ClaimedJob } from './job-queue.ts'

/** What a person, or a key, may do in a tenant at this moment without making a call; or why nobody can say. */
export type Standing = { readonly role: Role } | { readonly stop: Exclude<PausedJob['reason'], 'OWNER_ROLE'> }
export type FindStanding = (tenantId: string, userId: string) => Promise<Standing>

/** What is noted beside the job itself, in the transaction that does it. */
type BesideJob = (
  trx: Transaction,
  job: { readonly tenantId: string; readonly input: Record<string, unknown> },
  by: string,
) => Promise<void>

/**
 * Whom the jobs of a kind act for. `nobody`: they follow from a change that was made, and leaving them undone would leave the tenant in
 * two minds. All others act for the person or the key that has created them, and take at least the role `needs`.
 */
export type JobsActFor =
  | 'nobody'
  | {
      readonly needs: Role
      /** With a result the job is done, and waits for nobody. */
      readonly whenPaused?: (
        trx: Transaction,
        job: ClaimedJob,
        paused: PausedJob,
      ) => Promise<Record<string, unknown> | undefined>
      readonly whenTakenOver?: BesideJob
      readonly whenEnded?: BesideJob
    }

/** Thrown by the transactions of a job whose person may not do it any more. */
export class RightsEnded extends Error {
  override readonly name = 'RightsEnded'
  readonly paused: PausedJob

  constructor(paused: PausedJob) {
    super(`The person for whom it runs may not do it any more (${paused.reason}).`)
    this.paused = paused
  }
}

/** Asks before each slice whether the person of a job may still do it. */
export interface JobRights {
  /** Throws `RightsEnded`, also from then on. */
  check(): Promise<void>
  /** Asks before each transaction: a slice of a job has one of its own. */
  readonly database: Transactions
}

export function rightsOf(
  { tenantId, createdBy: userId }: ClaimedJob,
  needs: Role,
  database: Transactions,
  findStanding: FindStanding,
): JobRights {
  let ended: RightsEnded | undefined
  const check = async (): Promise<void> => {
    if (ended === undefined) {
      const standing = await findStanding(tenantId, userId)
      if ('role' in standing && reaches(standing.role, needs)) return
      const reason = 'stop' in standing ? standing.stop : 'OWNER_ROLE'
      ended ??= new RightsEnded({ reason, userId, needs })
    }
    throw ended
  }
  return {
    check,
    database: {
      inTenant: (...call) => check().then(() => database.inTenant(...call)),
      inTenantReadOnly: (...call) => check().then(() => database.inTenantReadOnly(...call)),
      asSystem: (...call) => check().then(() => database.asSystem(...call)),
    },
  }
}
