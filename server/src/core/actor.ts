/** Who changes something: a person, or the person who started the job that does it. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
}

/** The actor of a request in a tenant, from its context. */
export const actorOf = ({
  tenant,
  user,
}: {
  readonly tenant: { readonly tenantId: string }
  readonly user: { readonly userId: string }
}): Actor => ({ tenantId: tenant.tenantId, userId: user.userId })
