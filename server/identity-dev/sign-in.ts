import type { AccountRepository } from './account.repository.ts'
import type { Account } from './demo-users.ts'
import { passwordMatches, TooManySignIns } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export type SignIn =
  | { readonly account: Account }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'wait'; readonly seconds: number }

/** Checks a password behind the throttle; used by the form and by the password grant. `seconds` is the time to wait. */
export type CheckPassword = (username: string, password: string, address: string) => Promise<SignIn>

export const passwordCheck =
  (repository: AccountRepository, throttle: SignInThrottle): CheckPassword =>
  async (username, password, address) => {
    const seconds = throttle.waitFor(username, address)
    if (seconds > 0) return { refused: 'wait', seconds }
    // No account has a longer name or password, and hashing a long one would waste time.
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
