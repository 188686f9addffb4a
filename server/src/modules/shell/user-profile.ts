import type { contract } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Identity, isGlobalAdmin } from '../../platform/identity/index.ts'
import { findColleague, upsertProfiles } from './user-profile.repository.ts'

const ownProfile = (user: Identity) => {
  const { userId, firstName, lastName, email } = user
  return { userId, firstName, lastName, ...(email !== undefined && { email }), mayOpenTenants: isGlobalAdmin(user) }
}

export const userProfileHandlers = ({
  database,
}: {
  readonly database: Database
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
})
