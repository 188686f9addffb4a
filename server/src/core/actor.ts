/** On whose behalf something changes: a person, or a job that a person has started. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
}

/** Of the context of a call in a tenant. */
export const actorOf = ({
  tenant,
  user,
}: {
  readonly tenant: { readonly tenantId: string }
  readonly user: { readonly userId: string }
}): Actor => ({ tenantId: tenant.tenantId, userId: user.userId })
