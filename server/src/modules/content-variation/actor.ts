import type { TenantContext } from '../../http/context.ts'

/** On whose behalf content is changed: a person, or a job that a person has started. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
}

export const actorOf = ({ tenant, user }: Pick<TenantContext, 'tenant' | 'user'>): Actor => ({
  tenantId: tenant.tenantId,
  userId: user.userId,
})
