import { nearShare, type QuotaName, type QuotaUse, quotaNames } from '@pim/contract'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Quotas } from './quotas.ts'

/** How much of each quota a tenant uses. Modules count what is theirs. */
export type CountUse = (trx: Transaction, tenantId: string) => Promise<Readonly<Partial<Record<QuotaName, number>>>>

/** Every quota of a tenant with its use. */
export type Usage = (tenantId: string) => Promise<QuotaUse[]>

export const createUsage =
  ({
    database,
    quotas,
    countUse,
  }: {
    readonly database: Database
    readonly quotas: Quotas
    readonly countUse: readonly CountUse[]
  }): Usage =>
  (tenantId) =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      const [limits, ...counted] = await Promise.all([
        quotas.limitsOf(trx, tenantId),
        ...countUse.map((count) => count(trx, tenantId)),
      ])
      const used: Partial<Record<QuotaName, number>> = Object.assign({}, ...counted)
      return quotaNames.map((quota) => useOf(quota, limits[quota], used[quota] ?? 0))
    })

const useOf = (quota: QuotaName, limit: number | null, used: number): QuotaUse => ({
  quota,
  limit,
  used,
  state: limit === null || used < limit * nearShare ? 'free' : used < limit ? 'near' : 'reached',
})
