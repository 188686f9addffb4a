import type { contract } from '@pim/contract'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type Actor, actorOf } from '../content-variation/index.ts'
import { readLinked, readLinkedSummary } from './links.ts'
import { createItem, deleteItem, purgeItem, readItem, readItemVariations, renameItem, restoreItem } from './service.ts'

export function contentItemHandlers(deps: { readonly database: Database }): Handlers<typeof contract.contentItem> {
  const change = <T>(context: TenantContext, work: (trx: Transaction, actor: Actor) => Promise<T>): Promise<T> => {
    const actor = actorOf(context)
    return deps.database.inTenant(actor.tenantId, (trx) => work(trx, actor), { signal: context.signal })
  }
  const read = <T>(context: TenantContext, work: (trx: Transaction, tenantId: string) => Promise<T>): Promise<T> => {
    const { tenantId } = context.tenant
    return deps.database.inTenantReadOnly(tenantId, (trx) => work(trx, tenantId), { signal: context.signal })
  }
  return {
    createItem: ({ query, context }) => change(context, (trx, actor) => createItem(trx, actor, query)),
    renameItem: ({ query, context }) => change(context, (trx, actor) => renameItem(trx, actor, query)),
    getItem: ({ params, query, context }) =>
      read(context, (trx, tenantId) => readItem(trx, tenantId, { ...params, ...query, role: context.tenant.role })),
    deleteItem: ({ params, query, context }) =>
      change(context, (trx, actor) => deleteItem(trx, actor, { ...params, ...query })),
    restoreItem: ({ params, context }) =>
      change(context, (trx, actor) => restoreItem(trx, actor, params.contentItemId)),
    purgeItem: ({ params, context }) => change(context, (trx, actor) => purgeItem(trx, actor, params.contentItemId)),
    getItemVariations: ({ params, query, context }) =>
      read(context, (trx, tenantId) =>
        readItemVariations(trx, tenantId, { ...params, ...query, role: context.tenant.role }),
      ),
    getLinkedContent: ({ params, query, context }) =>
      read(context, (trx, tenantId) => readLinked(trx, tenantId, { ...params, ...query })),
    getLinkedContentSummary: ({ params, query, context }) =>
      read(context, (trx, tenantId) => readLinkedSummary(trx, tenantId, { ...params, ...query })),
  }
}
