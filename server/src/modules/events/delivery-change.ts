import { CommitTopic } from '../../platform/database/commit-messages.ts'
import type { Payload, Transaction } from '../../platform/database/transaction.ts'

/** Delivered content of one type in one variation. */
export interface TouchedList {
  readonly contentTypeId: string
  readonly variationId: string
}

/** What a change touches of what delivery answers with. */
export interface TouchedDelivery {
  /** Items that were published, changed while live, or withdrawn. */
  readonly items?: readonly string[]
  /** The lists that these items stand in, or stood in. */
  readonly lists?: readonly TouchedList[]
  /** Content types. */
  readonly model?: boolean
  /** The tenant's variations. */
  readonly variations?: boolean
}

class Collected {
  tenantId = ''
  readonly items = new Set<string>()
  readonly lists = new Map<string, TouchedList>()
  model = false
  variations = false
}

/** The name of the notification that tells every server what it may no longer deliver from memory. */
export const deliveryChanged = 'delivery-changed'

const changes = new CommitTopic<Collected>({
  name: deliveryChanged,
  start: () => new Collected(),
  payloadsOf: ({ tenantId, items, lists, model, variations }): [Payload, Payload] => [
    { tenantId, items: [...items], lists: [...lists.values()], model, variations },
    { tenantId },
  ],
})

/**
 * Tells every server what a transaction touches: once for all that it touches, when it commits. Where that is too much
 * for one notification, it names the tenant alone, and then all that the tenant delivers counts as touched.
 */
export function notifyDelivery(trx: Transaction, tenantId: string, touched: TouchedDelivery): void {
  const collected = changes.in(trx)
  collected.tenantId = tenantId
  for (const item of touched.items ?? []) collected.items.add(item)
  for (const list of touched.lists ?? []) collected.lists.set(`${list.contentTypeId} ${list.variationId}`, list)
  collected.model ||= touched.model ?? false
  collected.variations ||= touched.variations ?? false
}
