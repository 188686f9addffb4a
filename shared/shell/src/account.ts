import type { Role, Settings, UserProfile } from '@pim/contract'
import { requiredContext } from './required-context.ts'

export interface Account extends UserProfile {
  /** In the current tenant. The server enforces it; here it only decides what is offered. */
  readonly role: Role
  /** The least role for each right that sections declare, in the current tenant. */
  readonly permissionRoles?: Readonly<Record<string, Role>> | undefined
  /** Of the installation: upload limits, picture sizes, page sizes. */
  readonly settings: Settings
}

/** The signed-in user, what they are in the tenant, and what holds for all. */
export const [AccountProvider, useAccount] = requiredContext<Account>('useAccount')
