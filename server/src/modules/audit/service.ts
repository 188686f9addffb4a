import type { AuditEntry } from '@pim/contract/audit/schemas.ts'
import type { Page, Paging } from '@pim/contract/core/primitives.ts'
import type { Database } from '../../platform/database/database.ts'
import { type AuditFilter, countEntries, findEntries } from './audit-entry.repository.ts'

const countCap = 10_000

export const listEntries = (
  database: Database,
  tenantId: string,
  filter: AuditFilter,
  { pageNumber, pageSize }: Paging,
): Promise<Page<AuditEntry>> =>
  database.inTenantReadOnly(tenantId, async (trx) => {
    const [items, counted] = await Promise.all([
      findEntries(trx, tenantId, filter, { offset: (pageNumber - 1) * pageSize, limit: pageSize }),
      countEntries(trx, tenantId, filter, countCap + 1),
    ])
    const totalCount = Math.min(counted, countCap)
    return {
      items,
      paging: {
        pageNumber,
        pageSize,
        totalCount,
        totalPages: Math.ceil(totalCount / pageSize),
        ...(counted > countCap && { totalIsCapped: true }),
      },
    }
  })
