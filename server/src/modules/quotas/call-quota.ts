import type { CallLimits, CallTally, PendingCalls } from '../../http/rate-limits.ts'
import type { Database } from '../../platform/database/database.ts'
import { breaksReference } from '../../platform/database/database-errors.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { addCalls, dropCallsBefore } from './call-count.repository.ts'
import type { Limits, Quotas } from './quotas.ts'

/** How often a server adds its calls to those of the others. */
const writeEveryMs = 5_000
/** Days that are kept. */
const keptDays = 40

/** A database that takes longer is away; what was counted is kept for the next time. */
const deadlineMs = 1_000

/** Every server reads the limits of the tenant again. */
export const quotasChanged = 'quotas-changed'

export const callLimitsOf = (limits: Limits): CallLimits => ({
  delivery: limits.deliveryCallsPerDay,
  management: limits.managementCallsPerDay,
})

/**
 * Adds what the tally has counted to the counts of all servers, and tells it what those are. In transactions apart from those
 * of requests, one after the other. Returns what ends it.
 */
export function followCalls(deps: {
  readonly database: Database
  readonly notifications: Notifications
  readonly quotas: Quotas
  readonly tally: CallTally
  readonly onError: (error: unknown) => void
}): () => Promise<void> {
  const { database, notifications, quotas, tally, onError } = deps
  let last: Promise<void> = Promise.resolve()
  let isClosing = false
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(() => (isClosing ? undefined : work())).catch(onError)
    return last
  }

  async function write(pending: PendingCalls): Promise<void> {
    const { tenantId, day } = pending
    try {
      const [limits, stored] = await database.forJobs.inTenant(
        tenantId,
        async (trx) => {
          if (Math.random() < 0.01) await dropCallsBefore(trx, tenantId, day - keptDays)
          return Promise.all([quotas.limitsOf(trx, tenantId), addCalls(trx, tenantId, pending)])
        },
        { deadlineMs },
      )
      tally.learn(tenantId, day, callLimitsOf(limits), stored)
    } catch (error) {
      // Of a tenant that was erased: kept, they would hold up the counts of all others.
      if (breaksReference(error)) return
      tally.putBack(pending)
      throw error
    }
  }

  const writeAll = async () => {
    const taken = tally.take()
    for (const [at, pending] of taken.entries()) {
      try {
        await write(pending)
      } catch (error) {
        // The others would fail, too.
        for (const each of taken.slice(at + 1)) tally.putBack(each)
        throw error
      }
    }
  }
  const read = (tenantId: string) =>
    write({ tenantId, day: Math.floor(Date.now() / 86_400_000), calls: { delivery: 0, management: 0 } })

  tally.onNew = (tenantId) => void inTurn(() => read(tenantId))
  const timer = setInterval(() => void inTurn(writeAll), writeEveryMs)
  timer.unref()
  const stopListening = notifications.listen(quotasChanged, (payload) => {
    const tenantIds = payload === undefined ? tally.tenantIds : [String(payload.tenantId)]
    void inTurn(async () => {
      for (const tenantId of tenantIds) await read(tenantId)
    })
  })
  return async () => {
    stopListening()
    clearInterval(timer)
    tally.onNew = () => {}
    // What stands in the queue is left out.
    isClosing = true
    await last
    await writeAll().catch(onError)
  }
}
