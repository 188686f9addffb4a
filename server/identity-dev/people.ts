import { randomBytes } from 'node:crypto'
import { newId } from '../src/platform/database/new-id.ts'
import type { People, Person } from '../src/platform/identity/people.ts'
import type { AccountRepository } from './account.repository.ts'
import type { Account } from './demo-users.ts'
import type { MembershipRepository } from './membership.repository.ts'
import { hashPassword } from './passwords.ts'

const toPerson = ({ passwordHash: _secret, ...person }: Account): Person => person

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** 108 random bits. */
const randomPassword = (): string => randomBytes(18).toString('base64url')

/** `changed` makes the next call of the person look anew; without a person, the next call of everybody. */
export const peopleOf = (
  repository: AccountRepository & MembershipRepository,
  changed: (userId?: string) => void,
): People => ({
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

  invitationsOf: repository.invitationsOf,

  async invite(tenant, invited, check) {
    const invitation = await repository.invite(tenant, invited, (members, invitations) =>
      check(members.map(toPerson), invitations),
    )
    changed()
    return invitation
  },

  async changeInvitation(tenant, invitationId, role) {
    const invitation = await repository.changeInvitation(tenant, invitationId, role)
    changed()
    return invitation
  },

  // The rights stay as they are.
  enter: async (userId, tenant) => (isUuid.test(userId) ? await repository.enter(userId, tenant) : undefined),

  async setRole(userId, tenant, role, check) {
    await repository.setRole(userId, tenant, role, check && ((members) => check(members.map(toPerson))))
    changed(userId)
  },

  async takeOut(userId, tenant, check) {
    await repository.setRole(userId, tenant, undefined, check && ((members) => check(members.map(toPerson))))
    changed(userId)
  },

  async resetPassword(userId) {
    const password = randomPassword()
    await repository.setPassword(userId, await hashPassword(password))
    changed(userId)
    return password
  },
})
