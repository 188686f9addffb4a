import type { contract, SetTenantQuotas, TenantQuotas } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Identity } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { recordChange } from '../audit/index.ts'
import { quotasChanged } from './call-quota.ts'
import { findOwnLimits, storeOwnLimits } from './quota.repository.ts'
import { type Quotas, withOwn } from './quotas.ts'
import type { Usage } from './usage.ts'

export interface QuotaParts {
  readonly database: Database
  readonly notifications: Notifications
  readonly quotas: Quotas
  readonly usage: Usage
  readonly findTenantId: (externalId: string) => Promise<string | undefined>
}

export function quotasHandlers({
  database,
  notifications,
  quotas,
  usage,
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
    getUsage: async ({ context: { tenant } }) => ({ quotas: await usage(tenant.tenantId), nextDayAt: nextDayAt() }),
    getTenantQuotas: async ({ params: { externalId } }) => {
      const tenantId = await tenantIdOf(externalId)
      return shown(externalId, await database.inTenantReadOnly(tenantId, (trx) => findOwnLimits(trx, tenantId)))
    },
    setTenantQuotas: ({ params: { externalId }, body, context }) => setQuotas(context.user, externalId, body),
  }
}

const dayMs = 86_400_000
const nextDayAt = (): string => new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs).toISOString()
