import type { contract, TenantQuotas } from '@pim/contract'
import { nearShare, type QuotaName, type QuotaUse, quotaNames, type SetTenantQuotas } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Identity } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { quotasChanged } from './call-quota.ts'
import { findOwnLimits, storeOwnLimits } from './quota.repository.ts'
import { type Quotas, withOwn } from './quotas.ts'

/** How much of each quota a tenant uses. Modules count what is theirs. */
export type CountUse = (trx: Transaction, tenantId: string) => Promise<Readonly<Partial<Record<QuotaName, number>>>>

export interface QuotaParts {
  readonly database: Database
  readonly notifications: Notifications
  readonly quotas: Quotas
  readonly countUse: readonly CountUse[]
  readonly findTenantId: (externalId: string) => Promise<string | undefined>
}

export function quotasHandlers({
  database,
  notifications,
  quotas,
  countUse,
  findTenantId,
}: QuotaParts): Handlers<typeof contract.quotas> {
  const tenantIdOf = async (externalId: string): Promise<string> => {
    const tenantId = await findTenantId(externalId)
    if (tenantId === undefined) throw new Problem('NOT_FOUND')
    return tenantId
  }
  const shown = (externalId: string, own: TenantQuotas['own']): TenantQuotas => ({
    externalId,
    own,
    limits: withOwn(quotas.installation, own),
  })

  const setQuotas = async (user: Identity, externalId: string, { own }: SetTenantQuotas): Promise<TenantQuotas> => {
    const tenantId = await tenantIdOf(externalId)
    return database.inTenant(tenantId, async (trx) => {
      await Promise.all([
        storeOwnLimits(trx, tenantId, own, user.userId),
        recordChange(trx, tenantId, {
          userId: user.userId,
          action: 'tenant.quotas',
          entityKind: 'tenant',
          entityId: externalId,
          details: { own },
        }),
        notifications.send(trx, quotasChanged, { tenantId }),
      ])
      return shown(externalId, own)
    })
  }

  return {
    getUsage: ({ context: { tenant } }) =>
      database.inTenantReadOnly(tenant.tenantId, async (trx) => {
        const [limits, ...counted] = await Promise.all([
          quotas.limitsOf(trx, tenant.tenantId),
          ...countUse.map((count) => count(trx, tenant.tenantId)),
        ])
        const used: Partial<Record<QuotaName, number>> = Object.assign({}, ...counted)
        return {
          quotas: quotaNames.map((quota) => useOf(quota, limits[quota], used[quota] ?? 0)),
          nextDayAt: nextDayAt(),
        }
      }),
    getTenantQuotas: async ({ params: { externalId } }) => {
      const tenantId = await tenantIdOf(externalId)
      return shown(externalId, await database.inTenantReadOnly(tenantId, (trx) => findOwnLimits(trx, tenantId)))
    },
    setTenantQuotas: ({ params: { externalId }, body, context }) => setQuotas(context.user, externalId, body),
  }
}

const useOf = (quota: QuotaName, limit: number | null, used: number): QuotaUse => ({
  quota,
  limit,
  used,
  state: limit === null || used < limit * nearShare ? 'free' : used < limit ? 'near' : 'reached',
})

const dayMs = 86_400_000
const nextDayAt = (): string => new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs).toISOString()
