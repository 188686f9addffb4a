import type { Role } from '@pim/contract/core/roles.ts'

/** A person as the embedded provider keeps them. */
export interface Person {
  readonly userId: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** As in tokens: `<tenantExternalId>:<role>` holds in one tenant only. */
  readonly roles: readonly string[]
  readonly tenants: readonly string[]
}

export type NewPerson = Pick<Person, 'username' | 'firstName' | 'lastName' | 'email'>

/** A person who was added to a tenant by e-mail and has not opened it yet. They may have an account, or not. */
export interface Invitation {
  readonly invitationId: string
  /** In lower case. */
  readonly email: string
  readonly role: string
}

/** Is given the members of a tenant as they are when one is to be changed, and may throw. */
export type CheckMembers = (members: readonly Person[]) => void

/** The people of a provider that lets the product manage them. What changes ends with the next call of the person. */
export interface People {
  membersOf(tenantExternalId: string): Promise<Person[]>
  find(userId: string): Promise<Person | undefined>
  findByUsername(username: string): Promise<Person | undefined>
  /** Makes a person with a random password, which is in the answer and nowhere else; undefined where the name is taken. */
  create(person: NewPerson): Promise<{ readonly person: Person; readonly password: string } | undefined>
  invitationsOf(tenantExternalId: string): Promise<Invitation[]>
  /**
   * Whoever has an account with this e-mail is a member with this role from then on. Nobody is looked for: neither the answer nor
   * the time that it takes tells whether there is an account.
   */
  invite(
    tenantExternalId: string,
    invited: { readonly email: string; readonly role: Role },
    check: (members: readonly Person[], invitations: readonly Invitation[]) => void,
  ): Promise<Invitation>
  /** Without a role, takes an invitation back. Undefined where there is none. */
  changeInvitation(
    tenantExternalId: string,
    invitationId: string,
    role: Role | undefined,
  ): Promise<Invitation | undefined>
  /** Makes who is invited a member for good, once they open the tenant; undefined where they are not invited. */
  enter(userId: string, tenantExternalId: string): Promise<Invitation | undefined>
  /** Gives a person, a member or not yet, this role in the tenant in place of any other there. */
  setRole(userId: string, tenantExternalId: string, role: Role, check?: CheckMembers): Promise<void>
  /** Takes membership and roles of the tenant from a person. */
  takeOut(userId: string, tenantExternalId: string, check?: CheckMembers): Promise<void>
  /** Gives a new random password and ends all sessions of the person. */
  resetPassword(userId: string): Promise<string>
}
