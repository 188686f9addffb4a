import { randomBytes } from 'node:crypto'
import type { IdentityRepository } from './account.repository.ts'
import { type Account, demoUsers } from './demo-users.ts'
import { hashPassword } from './passwords.ts'

export interface FirstAccounts {
  /** Names that are their own passwords: the sign-in page shows them. */
  readonly demoNames: readonly string[]
  /** For whoever started the server, and for no log. */
  readonly hints: readonly string[]
}

const administratorId = '019a0d00-0000-7000-8000-000000000100'

/**
 * Who can sign in at first. Where the demo is, its people, whose passwords are known. Everywhere else nobody has a known
 * password: one administrator is made with a random one, which is shown to the person who starts the server, once.
 */
export async function openFirstAccounts(repository: IdentityRepository, hasDemo: boolean): Promise<FirstAccounts> {
  if (hasDemo) {
    await repository.addAccounts(demoUsers)
    const demoNames = demoUsers.map(({ username }) => username)
    return { demoNames, hints: [`Sign in as ${demoNames.join(', ')}: each name is its own password.`] }
  }
  // An earlier version made these accounts without the demo, too.
  await repository.endPasswords(demoUsers)
  const password = randomBytes(18).toString('base64url')
  const administrator: Account = {
    userId: administratorId,
    username: 'administrator',
    passwordHash: await hashPassword(password),
    firstName: 'First',
    lastName: 'Administrator',
    email: 'administrator@localhost',
    roles: ['admin'],
    tenants: [],
  }
  // Of several servers that start at once, one makes the account and shows the password.
  const isMade = (await repository.addAccounts([administrator])) > 0
  return {
    demoNames: [],
    hints: isMade ? [`Sign in as administrator with the password ${password} - it is shown only now.`] : [],
  }
}
