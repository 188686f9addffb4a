import type { Notifications } from '../../platform/database/notifications.ts'
import { deliveryChanged, touchedOf } from '../events/index.ts'
import type { ChangeLog } from './change-log.ts'

/**
 * Writes down what changes: what this server commits, before its caller hears that it is done, so that nobody reads here
 * afterwards what was before it; and what the notifications of other servers say. Returns a function that ends it.
 */
export const followChanges = (changes: ChangeLog, notifications: Pick<Notifications, 'listen'>): (() => void) =>
  notifications.listen(deliveryChanged, (payload) => {
    if (typeof payload?.tenantId !== 'string') changes.addToAll()
    else changes.add(payload.tenantId, touchedOf(payload))
  })
