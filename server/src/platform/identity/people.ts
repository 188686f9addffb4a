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

/** The people of a provider that lets the product manage them. What changes ends with the next call of the person. */
export interface People {
  membersOf(tenantExternalId: string): Promise<Person[]>
  find(userId: string): Promise<Person | undefined>
  findByUsername(username: string): Promise<Person | undefined>
  /** Makes a person with a random password, which is in the answer and nowhere else; undefined where the name is taken. */
  create(person: NewPerson): Promise<{ readonly person: Person; readonly password: string } | undefined>
  /** Gives a person, a member or not yet, this role in the tenant in place of any other there. */
  setRole(userId: string, tenantExternalId: string, role: Role): Promise<void>
  /** Takes membership and roles of the tenant from a person. */
  takeOut(userId: string, tenantExternalId: string): Promise<void>
  /** Gives a new random password and ends all sessions of the person. */
  resetPassword(userId: string): Promise<string>
}
