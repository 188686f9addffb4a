import { createHmac, timingSafeEqual } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { AccountRepository } from './account.repository.ts'
import {
  type AccountForm,
  type AccountProblem,
  maxNameLength,
  maxPasswordLength,
  minPasswordLength,
} from './account-page.ts'
import type { Account } from './demo-users.ts'
import { hashPassword, TooManySignIns } from './passwords.ts'
import type { CheckPassword, SignIn } from './sign-in.ts'

type Session = InstanceType<Provider['Session']>

export interface OwnAccountParts {
  readonly repository: AccountRepository
  readonly checkPassword: CheckPassword
  /** Makes the next call of the person look anew. */
  readonly changed: (userId: string) => void
  readonly secret: string
}

/** Changes of one's own account: of the name, and with the present password of the password. */
export function ownAccount({ repository, checkPassword, changed, secret }: OwnAccountParts) {
  const tokenOf = ({ uid }: Session): string =>
    createHmac('sha256', secret).update(`account:${uid}`).digest('base64url')
  const isTokenOf = (session: Session, token: string): boolean => {
    const [expected, given] = [Buffer.from(tokenOf(session)), Buffer.from(token)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  async function changeName(account: Account, fields: Fields): Promise<AccountProblem | undefined> {
    const [firstName, lastName] = [fields.firstName?.trim() ?? '', fields.lastName?.trim() ?? '']
    const isName = (name: string) => name !== '' && name.length <= maxNameLength && !/\p{Cc}/u.test(name)
    if (!isName(firstName) || !isName(lastName)) return 'nameMissing'
    await repository.setNames(account.userId, { firstName, lastName })
    changed(account.userId)
    return undefined
  }

  async function changePassword(
    account: Account,
    session: Session,
    { present = '', new: wanted = '', repeated }: Fields,
    address: string,
  ): Promise<AccountProblem | undefined> {
    const fault = faultOf(wanted, repeated, account, present)
    if (fault !== undefined) return fault
    // Behind the throttle of the sign-in: who finds a browser that is signed in guesses no better here than there.
    // Defence 264, without: const outcome: SignIn = { account }
    const outcome: SignIn = await checkPassword(account.username, present, address)
    if ('refused' in outcome) return outcome.refused === 'wrong' ? 'wrong' : { seconds: outcome.seconds }
    try {
      const grantIds = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
      await repository.setPassword(account.userId, await hashPassword(wanted), { uid: session.uid, grantIds })
    } catch (error) {
      if (error instanceof TooManySignIns) return { seconds: 2 }
      throw error
    }
    changed(account.userId)
    return undefined
  }

  return {
    tokenOf,
    async change(
      account: Account,
      session: Session,
      fields: Fields,
      address: string,
    ): Promise<{ form: AccountForm; problem: AccountProblem | undefined }> {
      const form = fields.form === 'password' ? 'password' : 'name'
      // Defence 266, without: if (false) return { form, problem: 'outdated' }
      if (!isTokenOf(session, fields.token ?? '')) return { form, problem: 'outdated' }
      const problem =
        form === 'name' ? await changeName(account, fields) : await changePassword(account, session, fields, address)
      return { form, problem }
    },
  }
}

type Fields = Readonly<Record<string, string | undefined>>

function faultOf(
  wanted: string,
  repeated: string | undefined,
  { username, email }: Account,
  present: string,
): AccountProblem | undefined {
  if ([...wanted].length < minPasswordLength) return 'short'
  if (wanted.length > maxPasswordLength) return 'long'
  if (wanted !== repeated) return 'different'
  const isGuessable = [username, email.toLowerCase()].includes(wanted.trim().toLowerCase()) || wanted === present
  return isGuessable ? 'guessable' : undefined
}
