import type { IdentityRepository } from './account.repository.ts'
import type { Account } from './demo-users.ts'
import { passwordMatches, TooManySignIns } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export type SignIn =
  | { readonly account: Account }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'wait'; readonly seconds: number }

/** Name and password, from the form or from a command line tool: one way in, one throttle. */
export type CheckPassword = (username: string, password: string, address: string) => Promise<SignIn>

export const passwordCheck =
  (repository: IdentityRepository, throttle: SignInThrottle): CheckPassword =>
  async (username, password, address) => {
    const seconds = throttle.waitFor(username, address)
    if (seconds > 0) return { refused: 'wait', seconds }
    // Longer ones are no passwords of ours, and hashing them would be work for nothing.
    const isPossible = username.length <= 200 && password.length <= 1_000 && !`${username}${password}`.includes('\0')
    const account = isPossible ? await repository.accountByUsername(username) : undefined
    const attempt = throttle.begin(username, address)
    try {
      if (!(await passwordMatches(password.slice(0, 1_000), account?.passwordHash)) || !account)
        return { refused: 'wrong' }
    } catch (error) {
      if (error instanceof TooManySignIns) return { refused: 'wait', seconds: 2 }
      throw error
    }
    attempt.succeeded()
    return { account }
  }
