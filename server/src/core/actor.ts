import type { Once } from './once.ts'

/** Who changes something: a person, or the person who started the job that does it. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  /** Of a creating call with an idempotency key; the transaction that makes the change takes it. */
  readonly once?: Once | undefined
}

/** The actor of a request in a tenant, from its context. */
export const actorOf = ({
  tenant,
  user,
  once,
}: {
  readonly tenant: { readonly tenantId: string }
  readonly user: { readonly userId: string }
  readonly once?: Once | undefined
}): Actor => ({ tenantId: tenant.tenantId, userId: user.userId, ...(once !== undefined && { once }) })
