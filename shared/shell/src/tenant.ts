import type { Tenant } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/** The tenant that this tab works in. It cannot change under a mounted section: the shell mounts it anew. */
export const [TenantProvider, useTenant] = requiredContext<Tenant>('useTenant')
