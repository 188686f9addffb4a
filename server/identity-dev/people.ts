import { randomBytes } from 'node:crypto'
import { newId } from '../src/platform/database/new-id.ts'
import type { People, Person } from '../src/platform/identity/people.ts'
import type { AccountRepository } from './account.repository.ts'
import type { Account } from './demo-users.ts'
import { hashPassword } from './passwords.ts'

const toPerson = ({ passwordHash: _secret, ...person }: Account): Person => person

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** 108 random bits. */
const randomPassword = (): string => randomBytes(18).toString('base64url')

/** `changed` makes the next call of the person look anew. */
export const peopleOf = (repository: AccountRepository, changed: (userId: string) => void): People => ({
  membersOf: async (tenant) => (await repository.accountsOf(tenant)).map(toPerson),

  async find(userId) {
    // The jobs of whoever another provider kept before are of ids of another kind.
    const account = isUuid.test(userId) ? await repository.accountByUserId(userId) : undefined
    return account && toPerson(account)
  },

  async findByUsername(username) {
    const account = await repository.accountByUsername(username)
    return account && toPerson(account)
  },

  async create({ username, ...names }) {
    const password = randomPassword()
    const account: Account = {
      ...names,
      userId: newId(),
      username: username.toLowerCase(),
      passwordHash: await hashPassword(password),
      roles: [],
      tenants: [],
    }
    return (await repository.addAccounts([account])) > 0 ? { person: toPerson(account), password } : undefined
  },

  async setRole(userId, tenant, role) {
    await repository.setRole(userId, tenant, role)
    changed(userId)
  },

  async takeOut(userId, tenant) {
    await repository.setRole(userId, tenant, undefined)
    changed(userId)
  },

  async resetPassword(userId) {
    const password = randomPassword()
    await repository.setPassword(userId, await hashPassword(password))
    changed(userId)
    return password
  },
})
