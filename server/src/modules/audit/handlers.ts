import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import { type DescribeItems, listEntries } from './service.ts'

export const auditHandlers = (deps: {
  readonly database: Database
  readonly describeItems: DescribeItems
}): Handlers<typeof contract.audit> => ({
  getAuditEntries: ({ query: { pageNumber, pageSize, ...filter }, context }) => {
    const { tenantId } = context.tenant
    return deps.database.inTenantReadOnly(tenantId, (trx) =>
      listEntries(trx, tenantId, filter, { pageNumber, pageSize }, deps.describeItems),
    )
  },
})
