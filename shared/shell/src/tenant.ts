import type { Tenant } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/**
 * The tenant of this tab. It never changes for a mounted section, because the shell remounts the section with the
 * tenant.
 */
export const [TenantProvider, useTenant] = requiredContext<Tenant>('useTenant')
