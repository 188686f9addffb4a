import type { OperatedTenant } from '@pim/contract'

/** What is being done with a tenant of the list. */
export interface TenantAction {
  readonly kind: 'pause' | 'resume' | 'members' | 'quotas' | 'export' | 'remove'
  readonly tenant: OperatedTenant
}
