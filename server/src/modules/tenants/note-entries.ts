import type { Role } from '@pim/contract'
import type { Identity } from '../../http/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { People } from '../../platform/identity/index.ts'
import { notePerson } from './note-person.ts'

/**
 * Makes who was added by e-mail a member for good with their first call of the tenant. Not before: its administrators would learn
 * from it that there is such an account. A membership that is looked up anew comes as another object.
 */
export function createNoteEntry({
  database,
  people,
  onError,
}: {
  readonly database: Pick<Database, 'inTenant'>
  readonly people: Pick<People, 'enter'>
  readonly onError: (error: unknown) => void
}): (user: Identity, tenant: { readonly tenantId: string; readonly externalId: string }) => Promise<void> | undefined {
  const noted = new WeakMap<Identity, Set<string>>()
  const enter = async (user: Identity, tenantId: string, externalId: string): Promise<void> => {
    const { userId } = user
    const invitation = await people.enter(userId, externalId)
    if (invitation === undefined) return
    const { invitationId, role } = invitation
    await notePerson(database, tenantId, user, { verb: 'join', personId: userId, role: role as Role, invitationId })
  }
  return (user, { tenantId, externalId }) => {
    const tenants = noted.get(user) ?? new Set()
    if (tenants.has(externalId)) return undefined
    noted.set(user, tenants.add(externalId))
    return enter(user, tenantId, externalId).catch((error) => {
      tenants.delete(externalId)
      onError(error)
    })
  }
}
