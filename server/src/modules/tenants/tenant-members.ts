import type { InviteMember, Role, TenantMember, TenantMembers } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { roleFor } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { ActingTenant } from '../../http/context.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { CheckMembers, Invitation, People, Person } from '../../platform/identity/index.ts'
import type { MembersParts } from './members-service.ts'
import { notePerson } from './note-person.ts'

/** A person of an external provider, as their last call here has shown them. */
export interface SeenPerson {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | undefined
  readonly tenants: readonly string[]
  readonly roles: readonly string[]
  readonly seenAt: string
}

export interface TenantMembersParts extends MembersParts {
  readonly findSeenIn: (system: Transaction, externalId: string) => Promise<SeenPerson[]>
}

/** Limit of the people of a tenant who were added and have not opened it yet. */
export const maxInvitations = 500

/**
 * The members of a tenant for its own administrators. They add people by e-mail: no account is looked for, so that they learn of
 * nobody outside the tenant. Who has such an account is a member from then on, and is seen as one when they open the tenant.
 */
export function createTenantMembers({ database, identity, defaultRole, findSeenIn }: TenantMembersParts) {
  const peopleHere = (): People => {
    if (identity.people === undefined) throw new Problem('PEOPLE_ELSEWHERE')
    return identity.people
  }

  const shown = (person: Person, externalId: string): TenantMember => {
    const { userId: memberId, username, firstName, lastName, email } = person
    const role = roleFor(person, externalId, defaultRole) ?? defaultRole
    const isEverywhere = person.roles.includes(role)
    return { memberId, username, firstName, lastName, email, role, isEverywhere, isAwaited: false }
  }

  const awaited = ({ invitationId, email, role }: Invitation): TenantMember => ({
    memberId: invitationId,
    username: '',
    firstName: '',
    lastName: '',
    email,
    role: role as Role,
    isEverywhere: false,
    isAwaited: true,
  })

  /** Refuses a change after which the tenant would have no administrator, and of a role that is not this tenant's to change. */
  const checkOf =
    ({ externalId }: ActingTenant, memberId: string, role: Role | undefined): CheckMembers =>
    (members) => {
      const member = members.find(({ userId }) => userId === memberId)
      // Defence 261
      if (member === undefined) throw new Problem('NOT_FOUND')
      const isAdmin = (person: Person) => roleFor(person, externalId, defaultRole) === 'admin'
      const before = shown(member, externalId)
      if (role !== undefined && before.isEverywhere && !reaches(role, before.role))
        throw invalidPlace('body.role', 'HOLDS_EVERYWHERE', `is less than ${before.role}, which holds in every tenant`)
      const rest = members.filter(({ userId }) => userId !== memberId)
      // Defence 261
      if (role !== 'admin' && isAdmin(member) && !rest.some(isAdmin)) throw new Problem('LAST_OF_ITS_KIND')
    }

  const memberOf = async (people: People, tenant: ActingTenant, memberId: string): Promise<TenantMember> => {
    const person = (await people.membersOf(tenant.externalId)).find(({ userId }) => userId === memberId)
    if (person === undefined) throw new Problem('NOT_FOUND')
    return shown(person, tenant.externalId)
  }

  return {
    async list(tenant: ActingTenant): Promise<TenantMembers> {
      const { people } = identity
      if (people === undefined) {
        const seen = await database.asSystem((system) => findSeenIn(system, tenant.externalId))
        const members = seen.map(({ seenAt, email, ...person }) => ({
          ...shown({ ...person, username: '', email: email ?? '' }, tenant.externalId),
          seenAt,
        }))
        return { provider: 'external', members }
      }
      const [members, invitations] = await Promise.all([
        people.membersOf(tenant.externalId),
        people.invitationsOf(tenant.externalId),
      ])
      return {
        provider: 'embedded',
        members: [...members.map((person) => shown(person, tenant.externalId)), ...invitations.map(awaited)],
      }
    },

    async add(tenant: ActingTenant, { email, role }: InviteMember, by: { readonly userId: string }) {
      const people = peopleHere()
      const isIt = (each: { readonly email: string }) => each.email.toLowerCase() === email.toLowerCase()
      const invitation = await people.invite(tenant.externalId, { email, role }, (members, invitations) => {
        if (members.some(isIt) || invitations.some(isIt))
          throw new Problem('NAME_CONFLICT', { message: 'The e-mail is that of a member, or was added already.' })
        if (invitations.length >= maxInvitations)
          throw invalidPlace('body.email', 'TOO_MANY', `is one of more than ${maxInvitations} who have not come yet`)
      })
      await notePerson(database, tenant.tenantId, by, { verb: 'invite', personId: invitation.invitationId, role })
      return awaited(invitation)
    },

    async setRole(tenant: ActingTenant, memberId: string, role: Role, by: { readonly userId: string }) {
      const people = peopleHere()
      const invitation = await people.changeInvitation(tenant.externalId, memberId, role)
      if (invitation === undefined)
        await people.setRole(memberId, tenant.externalId, role, checkOf(tenant, memberId, role))
      await notePerson(database, tenant.tenantId, by, { verb: 'change', personId: memberId, role })
      return invitation === undefined ? memberOf(people, tenant, memberId) : awaited(invitation)
    },

    async remove(tenant: ActingTenant, memberId: string, by: { readonly userId: string }): Promise<void> {
      const people = peopleHere()
      const invitation = await people.changeInvitation(tenant.externalId, memberId, undefined)
      if (invitation === undefined)
        await people.takeOut(memberId, tenant.externalId, checkOf(tenant, memberId, undefined))
      await notePerson(database, tenant.tenantId, by, {
        verb: invitation === undefined ? 'leave' : 'disinvite',
        personId: memberId,
      })
    },
  }
}
export type TenantMembersService = ReturnType<typeof createTenantMembers>
