import type { UserProfile } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/** The signed-in user. */
export const [AccountProvider, useAccount] = requiredContext<UserProfile>('useAccount')
