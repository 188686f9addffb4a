import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Notifications } from '../src/platform/database/notifications.ts'

const topic = 'test-barrier'

/**
 * Resolves when this node has received every notification of transactions that were committed before the call. The
 * database delivers notifications in the order of commits, on all topics: so a last one, sent now, comes behind them.
 */
export async function notificationsReceived(node: {
  readonly database: Database
  readonly notifications: Notifications
}): Promise<void> {
  const { database, notifications } = node
  const barrier = newId()
  const { promise: received, resolve, reject } = Promise.withResolvers<void>()
  const stop = notifications.listen(topic, (payload) => {
    // Without a payload: the connection listens from now on.
    if (payload === undefined) database.asSystem((trx) => notifications.send(trx, topic, { barrier })).catch(reject)
    else if (payload.barrier === barrier) resolve()
  })
  await received.finally(stop)
}
