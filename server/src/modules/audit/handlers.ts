import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import { listEntries } from './service.ts'

export const auditHandlers = (deps: { readonly database: Database }): Handlers<typeof contract.audit> => ({
  getAuditEntries: ({ query, context }) => {
    const { pageNumber, pageSize, ...filter } = query
    return listEntries(deps.database, context.tenant.tenantId, filter, { pageNumber, pageSize })
  },
})
