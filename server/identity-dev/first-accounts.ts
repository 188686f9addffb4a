import { randomBytes } from 'node:crypto'
import type { AccountRepository } from './account.repository.ts'
import { type Account, demoUsers } from './demo-users.ts'
import { hashPassword } from './passwords.ts'

export interface FirstAccounts {
  /** User names of the demo, which the sign-in page shows; each is its own password. */
  readonly demoNames: readonly string[]
  /** Lines for the terminal of the person who started the server. They may hold a password, so they are never logged. */
  readonly hints: readonly string[]
}

const administratorId = '019a0d00-0000-7000-8000-000000000100'

/**
 * Adds the accounts of a new database: those of the demo, whose passwords are known, where the demo is. Elsewhere one
 * administrator with a random password, which is shown once to the person who starts the server; known passwords end.
 */
export async function openFirstAccounts(repository: AccountRepository, hasDemo: boolean): Promise<FirstAccounts> {
  // Defence 75, without: if (true) {
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
  // One of several servers that start at once inserts the row, and that one shows the password.
  const isMade = (await repository.addAccounts([administrator])) > 0
  return {
    demoNames: [],
    hints: isMade ? [`Sign in as administrator with the password ${password} - it is shown only now.`] : [],
  }
}
