import { ownerUnseenDays, type Role, type StopReason } from '@pim/contract'
import { roleFor } from '../../core/caller.ts'
import type { Transactions } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { IdentityService } from '../../platform/identity/index.ts'

/** What somebody may do in a tenant who makes no call now, or why nobody can say. */
export type Standing = { readonly role: Role } | { readonly stop: Extract<StopReason, 'OWNER_GONE' | 'OWNER_UNSEEN'> }
export type FindStanding = (externalId: string, userId: string) => Promise<Standing>

interface LastSeen {
  readonly tenants: readonly string[]
  readonly roles: readonly string[]
  readonly daysAgo: number
}

/**
 * The embedded provider knows its people as they are now. Of an external one there is what the last token of the person said, which
 * holds for some weeks: who is taken out of the tenant there signs in no more.
 */
export const createFindStanding =
  ({
    database,
    identity,
    defaultRole,
    findLastSeen,
  }: {
    readonly database: Transactions
    readonly identity: Pick<IdentityService, 'people'>
    readonly defaultRole: Role
    readonly findLastSeen: (system: Transaction, userId: string) => Promise<LastSeen | undefined>
  }): FindStanding =>
  async (externalId, userId) => {
    if (identity.people !== undefined) {
      const person = (await identity.people.membersOf(externalId)).find((each) => each.userId === userId)
      return standingOf(person, externalId, defaultRole)
    }
    const seen = await database.asSystem((system) => findLastSeen(system, userId))
    // Defence 201
    if (seen !== undefined && seen.daysAgo > ownerUnseenDays) return { stop: 'OWNER_UNSEEN' }
    return standingOf(seen, externalId, defaultRole)
  }

function standingOf(
  person: Pick<LastSeen, 'tenants' | 'roles'> | undefined,
  externalId: string,
  defaultRole: Role,
): Standing {
  const role = person && roleFor(person, externalId, defaultRole)
  return role === undefined ? { stop: 'OWNER_GONE' } : { role }
}
