import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Notifications } from '../src/platform/database/notifications.ts'

const topic = 'test-barrier'

/**
 * Resolves when this node has received the notifications of all transactions that were committed before the call. The
 * database delivers notifications in the order of commits, so one that is sent now (a barrier) arrives after them.
 */
export async function notificationsReceived(node: {
  readonly database: Database
  readonly notifications: Notifications
}): Promise<void> {
  const { database, notifications } = node
  const barrier = newId()
  const { promise: received, resolve, reject } = Promise.withResolvers<void>()
  const stop = notifications.listen(topic, (payload) => {
    // Undefined means that the connection listens from now on.
    // By the database, as those of others come: what this server sends itself it would hear at once.
    const send = sql`select pg_notify(${topic}, ${JSON.stringify({ barrier })})`
    if (payload === undefined) database.asSystem((trx) => send.execute(trx)).catch(reject)
    else if (payload.barrier === barrier) resolve()
  })
  await received.finally(stop)
}
