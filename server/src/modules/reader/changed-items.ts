import { z } from 'zod'
import { CommitTopic } from '../../platform/database/commit-messages.ts'
import type { Payload, Transaction } from '../../platform/database/transaction.ts'

/** The name of the notification that tells every server that the log of a tenant has gone on. */
export const itemsChanged = 'items-changed'

const changes = new CommitTopic<{ tenantId: string }>({
  name: itemsChanged,
  start: () => ({ tenantId: '' }),
  // Who forgets an answer that was made from the file finds that the file is behind.
  // Defence 395, without: isFirst: false,
  isFirst: true,
  payloadsOf: ({ tenantId }): [Payload] => [{ tenantId }],
})

/** Tells the files of every server, when the transaction commits, that the log has events of items which they do not have. */
export function noteChangedItems(trx: Transaction, tenantId: string): void {
  changes.in(trx).tenantId = tenantId
}

/** The name of the notification that tells every server to remove the file of a tenant, as after its erasure. */
export const fileForgotten = 'file-forgotten'

const payloadSchema = z.object({ tenantId: z.string() })

/** The tenant that a notification is about. */
export const tenantOf = (payload: Payload): string | undefined => payloadSchema.safeParse(payload).data?.tenantId
