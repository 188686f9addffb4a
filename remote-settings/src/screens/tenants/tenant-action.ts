import type { OperatedTenant } from '@pim/contract'

/** The open dialog and its tenant. */
export interface TenantAction {
  readonly kind: 'pause' | 'resume' | 'members' | 'quotas' | 'export' | 'remove'
  readonly tenant: OperatedTenant
}
