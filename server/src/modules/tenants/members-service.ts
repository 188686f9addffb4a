import {
  type AddedMember,
  type AddMember,
  type Member,
  type Members,
  type Role,
  roles,
  type SignInChecks,
} from '@pim/contract'
import { roleFor } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { Identity } from '../../http/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { IdentityService, People, Person } from '../../platform/identity/index.ts'
import { notePerson } from './note-person.ts'
import { findTenants } from './tenant.repository.ts'

export interface MembersParts {
  readonly database: Database
  readonly identity: Pick<IdentityService, 'people' | 'settings' | 'check'>
  readonly defaultRole: Role
}

export type MembersService = ReturnType<typeof createMembersService>

/** The members of tenants, where the embedded provider keeps them. The audit of the tenant says who changed what. */
export function createMembersService({ database, identity, defaultRole }: MembersParts) {
  const peopleHere = (): People => {
    if (identity.people === undefined) throw new Problem('PEOPLE_ELSEWHERE')
    return identity.people
  }

  const tenantIdOf = async (externalId: string): Promise<string> => {
    const [tenant] = await database.asSystem((system) => findTenants(system, [externalId]))
    if (tenant === undefined) throw new Problem('NOT_FOUND')
    return tenant.tenantId
  }

  const memberOf = async (people: People, externalId: string, userId: string): Promise<Person> => {
    const person = (await people.membersOf(externalId)).find((each) => each.userId === userId)
    if (person === undefined) throw new Problem('NOT_FOUND')
    return person
  }

  const shown = (person: Person, externalId: string): Member => {
    const { userId, username, firstName, lastName, email } = person
    const role = roleFor(person, externalId, defaultRole) ?? defaultRole
    return { userId, username, firstName, lastName, email, role, isEverywhere: holdsEverywhere(person, role) }
  }

  const note = (
    tenantId: string,
    by: Identity,
    { userId, ...what }: { readonly verb: string; readonly userId: string; readonly role?: Role },
  ): Promise<void> => notePerson(database, tenantId, by, { ...what, personId: userId })

  return {
    async list(externalId: string): Promise<Members> {
      await tenantIdOf(externalId)
      const { people, settings } = identity
      if (people === undefined) {
        const issuer = `${settings.keycloakUrl}/realms/${encodeURIComponent(settings.realm)}`
        return { provider: { kind: 'external', issuer, clientId: settings.clientId }, members: [] }
      }
      const members = (await people.membersOf(externalId)).map((person) => shown(person, externalId))
      return { provider: { kind: 'embedded' }, members }
    },

    /** The token of the header was verified before, and goes to the provider alone. */
    async checkSignIn(authorization: string | undefined): Promise<SignInChecks> {
      const token = authorization?.replace(/^bearer /i, '') ?? ''
      return { checks: (await identity.check?.(token)) ?? [] }
    },

    async add(externalId: string, { role, ...wanted }: AddMember, by: Identity): Promise<AddedMember> {
      const people = peopleHere()
      const tenantId = await tenantIdOf(externalId)
      const known = await people.findByUsername(wanted.username)
      if (known?.tenants.includes(externalId)) {
        throw new Problem('NAME_CONFLICT', { message: `${wanted.username} is a member already.` })
      }
      const made = known === undefined ? await people.create(wanted) : { person: known, password: undefined }
      // Somebody made the same person meanwhile.
      if (made === undefined) throw new Problem('NAME_CONFLICT')
      const { userId } = made.person
      await people.setRole(userId, externalId, role)
      await note(tenantId, by, { verb: 'join', userId, role })
      const member = shown(await memberOf(people, externalId, userId), externalId)
      return { ...member, ...(made.password !== undefined && { password: made.password }) }
    },

    async setRole(externalId: string, userId: string, role: Role, by: Identity): Promise<Member> {
      const people = peopleHere()
      const tenantId = await tenantIdOf(externalId)
      const before = shown(await memberOf(people, externalId, userId), externalId)
      if (before.isEverywhere && roles.indexOf(role) < roles.indexOf(before.role)) {
        throw invalidPlace('body.role', 'HOLDS_EVERYWHERE', `is less than ${before.role}, which holds in every tenant`)
      }
      await people.setRole(userId, externalId, role)
      await note(tenantId, by, { verb: 'change', userId, role })
      return shown(await memberOf(people, externalId, userId), externalId)
    },

    async remove(externalId: string, userId: string, by: Identity): Promise<void> {
      const people = peopleHere()
      const tenantId = await tenantIdOf(externalId)
      await memberOf(people, externalId, userId)
      await people.takeOut(userId, externalId)
      await note(tenantId, by, { verb: 'leave', userId })
    },

    async resetPassword(externalId: string, userId: string, by: Identity): Promise<{ password: string }> {
      const people = peopleHere()
      const tenantId = await tenantIdOf(externalId)
      await memberOf(people, externalId, userId)
      const password = await people.resetPassword(userId)
      await note(tenantId, by, { verb: 'password', userId })
      return { password }
    },
  }
}

const holdsEverywhere = (person: Person, role: Role): boolean => person.roles.includes(role)
