import { ownerUnseenDays, type Role } from '@pim/contract'
import { importKeyUserPrefix } from '@pim/contract/core/names.ts'
import { importRole, roleFor } from '../../core/caller.ts'
import type { Transactions } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { IdentityService } from '../../platform/identity/index.ts'
import type { FindStanding, Standing } from '../../platform/jobs/jobs.ts'

interface LastSeen {
  readonly tenants: readonly string[]
  readonly roles: readonly string[]
  readonly daysAgo: number
}

/**
 * The embedded provider knows its people as they are now. Of an external one there is what the last call of the person has shown, which
 * holds for some weeks: who is taken out of the tenant there signs in no more. A key may what it may while it is valid.
 */
export const createFindStanding =
  ({
    database,
    identity,
    defaultRole,
    findLastSeen,
    findExternalId,
    isValidKey,
  }: {
    readonly database: Transactions
    readonly identity: Pick<IdentityService, 'people'>
    readonly defaultRole: Role
    readonly findLastSeen: (system: Transaction, userId: string) => Promise<LastSeen | undefined>
    readonly findExternalId: (system: Transaction, tenantId: string) => Promise<string | undefined>
    readonly isValidKey: (trx: Transaction, tenantId: string, apiKeyId: string) => Promise<boolean>
  }): FindStanding =>
  async (tenantId, userId) => {
    if (userId.startsWith(importKeyUserPrefix)) {
      const apiKeyId = userId.slice(importKeyUserPrefix.length)
      const isValid = await database.inTenantReadOnly(tenantId, (trx) => isValidKey(trx, tenantId, apiKeyId))
      return isValid ? { role: importRole } : { stop: 'OWNER_GONE' }
    }
    const { people } = identity
    const [externalId, seen] = await database.asSystem(async (system) => [
      await findExternalId(system, tenantId),
      people === undefined ? await findLastSeen(system, userId) : undefined,
    ])
    if (externalId === undefined) return { stop: 'OWNER_GONE' }
    if (people !== undefined) return standingOf(await people.find(userId), externalId, defaultRole)
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
