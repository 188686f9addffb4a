import type { Role } from '@pim/contract'
import type { Database } from '../../platform/database/database.ts'
import { recordChange } from '../audit/index.ts'

/** Writes into the audit of a tenant what became of a person in it. */
export const notePerson = (
  database: Pick<Database, 'inTenant'>,
  tenantId: string,
  by: { readonly userId: string },
  { verb, personId, role, ...more }: { verb: string; personId: string; role?: Role; invitationId?: string },
): Promise<void> =>
  database.inTenant(tenantId, (trx) =>
    recordChange(trx, tenantId, {
      userId: by.userId,
      action: `person.${verb}`,
      entityKind: 'person',
      entityId: personId,
      details: { ...(role !== undefined && { role }), ...more },
    }),
  )
