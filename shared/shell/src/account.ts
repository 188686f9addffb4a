import type { UserProfile } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/** Who is signed in. */
export const [AccountProvider, useAccount] = requiredContext<UserProfile>('useAccount')
