import type { Tenant } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/** Without what only the shell reads: which builds of sections it has. */
export interface CurrentTenant extends Omit<Tenant, 'remotes'> {}

/**
 * The tenant of this tab. It never changes for a mounted section, because the shell remounts the section with the
 * tenant.
 */
export const [TenantProvider, useTenant] = requiredContext<CurrentTenant>('useTenant')
