import type { ContentVariation, contract, LifecycleAction } from '@pim/contract'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type Actor, actorOf } from './actor.ts'
import { present, variationOf } from './present.ts'
import { readLive, readWorking } from './reading.ts'
import { type Changed, saveVariation } from './save.ts'
import { discardChanges, type StepRequest, takeStep } from './steps.ts'
import { checkUniqueness } from './uniqueness.ts'
import { compareVersions, listVersions, readVersion, restoreVersion } from './versions.ts'

export function contentVariationHandlers(deps: {
  readonly database: Database
}): Handlers<typeof contract.contentVariation> {
  /** Every call that changes a variation answers the whole of it. */
  const change = (
    context: TenantContext,
    work: (trx: Transaction, actor: Actor) => Promise<Changed>,
  ): Promise<ContentVariation> => {
    const actor = actorOf(context)
    return deps.database.inTenant(
      actor.tenantId,
      async (trx) => {
        const { item, variationId } = await work(trx, actor)
        return present(item, variationOf(item, variationId))
      },
      { signal: context.signal },
    )
  }
  const read = <T>(context: TenantContext, work: (trx: Transaction, tenantId: string) => Promise<T>): Promise<T> => {
    const { tenantId } = context.tenant
    return deps.database.inTenantReadOnly(tenantId, (trx) => work(trx, tenantId), { signal: context.signal })
  }
  const step =
    (action: LifecycleAction) =>
    (input: {
      readonly context: TenantContext
      readonly params: { readonly contentVariationId: string }
      readonly query: { readonly baseVersion?: number | undefined }
    }) =>
      change(input.context, (trx, actor) => takeStep(trx, actor, action, requestOf(input)))

  return {
    updateVariation: ({ body, context }) => change(context, (trx, actor) => saveVariation(trx, actor, body)),
    getVariation: ({ params, context }) =>
      read(context, (trx, tenantId) => readWorking(trx, tenantId, params.contentVariationId)),
    getPublishedVariation: ({ params, context }) =>
      read(context, (trx, tenantId) => readLive(trx, tenantId, params.contentVariationId)),
    publish: step('publish'),
    unpublish: step('unpublish'),
    draft: step('draft'),
    archive: step('archive'),
    discard: (input) => change(input.context, (trx, actor) => discardChanges(trx, actor, requestOf(input))),
    resetToFallback: ({ params, query, context }) =>
      change(context, (trx, actor) =>
        saveVariation(trx, actor, {
          contentVariationId: params.contentVariationId,
          baseVersion: query.baseVersion,
          fields: [],
          resetFields: [params.technicalFieldName],
        }),
      ),
    checkUniqueness: ({ body, context }) => read(context, (trx, tenantId) => checkUniqueness(trx, tenantId, body)),
    getVersions: ({ params, query, context }) =>
      read(context, (trx, tenantId) => listVersions(trx, tenantId, params.contentVariationId, query)),
    getVersion: ({ params, context }) =>
      read(context, (trx, tenantId) => readVersion(trx, tenantId, params.contentVariationId, params.version)),
    compareVersions: ({ params, query, context }) =>
      read(context, (trx, tenantId) => compareVersions(trx, tenantId, params.contentVariationId, query)),
    restoreVersion: (input) =>
      change(input.context, (trx, actor) =>
        restoreVersion(trx, actor, { ...requestOf(input), version: input.params.version }),
      ),
  }
}

const requestOf = (input: {
  readonly params: { readonly contentVariationId: string }
  readonly query: { readonly baseVersion?: number | undefined }
}): StepRequest => ({ contentVariationId: input.params.contentVariationId, baseVersion: input.query.baseVersion })
