import type { contract } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type Identity, type IdentityService, isGlobalAdmin } from '../../platform/identity/index.ts'
import { recordChange } from '../audit/index.ts'
import { findTenants } from '../tenants/index.ts'
import { eraseProfile, findColleague, upsertProfiles } from './user-profile.repository.ts'

const ownProfile = (user: Identity) => {
  const { userId, firstName, lastName, email } = user
  return { userId, firstName, lastName, ...(email !== undefined && { email }), mayOpenTenants: isGlobalAdmin(user) }
}

export const userProfileHandlers = ({
  database,
  identity,
  forgetPerson,
}: {
  readonly database: Database
  readonly identity: IdentityService
  /** Deletes what a person has for themselves in a tenant; answers how many of each kind. */
  readonly forgetPerson: (
    trx: Transaction,
    tenantId: string,
    userId: string,
  ) => Promise<Readonly<Record<string, number>>>
}): Handlers<typeof contract.userProfile> => ({
  getMyProfile: ({ context }) => ownProfile(context.user),

  syncMyProfile: async ({ context: { user } }) => {
    await database.asSystem((system) => upsertProfiles(system, [user]))
    return ownProfile(user)
  },

  getUserProfile: async ({ query: { userId }, context: { user } }) => {
    if (userId === user.userId) return { userId, firstName: user.firstName, lastName: user.lastName }
    const colleague = await database.asSystem((system) => findColleague(system, user.tenants, userId))
    if (colleague === undefined) throw new Problem('NOT_FOUND')
    return colleague
  },

  erasePerson: async ({ query: { userId }, context: { user } }) => {
    if (userId === user.userId) throw new Problem('FORBIDDEN', { message: 'Nobody erases their own name.' })
    // The provider first: while it knows the name, a sign-in could bring it back.
    const byProvider = await identity.erasePerson(userId)
    const { removed, tenants } = await database.asSystem(async (system) => {
      const tenants = await eraseProfile(system, userId)
      const removed = { profiles: tenants === undefined ? 0 : 1, ...byProvider }
      return { removed, tenants: await findTenants(system, tenants ?? []) }
    })
    if (Object.values(removed).every((count) => count === 0)) throw new Problem('NOT_FOUND')
    const forgotten: Record<string, number> = {}
    for (const { tenantId } of tenants)
      await database.inTenant(tenantId, async (trx) => {
        const gone = Object.entries(await forgetPerson(trx, tenantId, userId)).filter(([, count]) => count > 0)
        for (const [kind, count] of gone) forgotten[kind] = (forgotten[kind] ?? 0) + count
        const erased = { ...removed, ...Object.fromEntries(gone) }
        const change = { action: 'person.erase', entityKind: 'person', entityId: userId, details: { erased } }
        await recordChange(trx, tenantId, { userId: user.userId, ...change })
      })
    return { removed: { ...removed, ...forgotten } }
  },
})
