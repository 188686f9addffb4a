import type { ContentVariation, contract, LifecycleAction } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import type { IfMatch } from '../../core/caller.ts'
import { type Actor, actorOf } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database, TransactionOptions } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { itemCount } from '../content-index/index.ts'
import type { Erasing } from '../erasure/index.ts'
import { type Quotas, quotaReached } from '../quotas/index.ts'
import { changeItems } from './batch/change-items.ts'
import { isWhole, present, variationOf } from './domain/presentation.ts'
import { checkUniqueness } from './operations/check-uniqueness.ts'
import { createItem } from './operations/create-item.ts'
import { deleteItem } from './operations/delete-item.ts'
import { discardChanges } from './operations/discard-changes.ts'
import { markTranslated } from './operations/mark-translated.ts'
import { previewPurge } from './operations/preview-purge.ts'
import { purgeItem } from './operations/purge-item.ts'
import { readChangedSources } from './operations/read-changed-sources.ts'
import { compareVersions, listVersions, readVersion } from './operations/read-history.ts'
import { readItem } from './operations/read-item.ts'
import { readLinked, readLinkedSummary } from './operations/read-links.ts'
import { readLive, readWorking } from './operations/read-variation.ts'
import { renameItem } from './operations/rename-item.ts'
import { restoreItem } from './operations/restore-item.ts'
import { type Restored, restoreVersion } from './operations/restore-version.ts'
import { type Changed, saveVariation } from './operations/save-variation.ts'
import { type StepRequest, takeStep } from './operations/take-step.ts'
import { sendItemVariations } from './send-variations.ts'
import { wholeVariation } from './store/long-contents.ts'

/** Longer than usual: a batch may have a thousand items. */
const batchTimeouts = { statementMs: 30_000, deadlineMs: 55_000 }

/** One transaction for each call: opened here, handed to the operation, rolled back when the caller hangs up. */
const transactionsOf = (database: Database) => ({
  change<T>(
    context: TenantContext,
    work: (trx: Transaction, actor: Actor) => Promise<T>,
    options: Pick<TransactionOptions, 'statementMs' | 'deadlineMs' | 'planOnce'> = { planOnce: true },
  ): Promise<T> {
    const actor = actorOf(context)
    const ofCaller = { signal: context.signal, once: actor.once }
    return database.inTenant(actor.tenantId, (trx) => work(trx, actor), { ...options, ...ofCaller })
  },
  read<T>(context: TenantContext, work: (trx: Transaction, tenantId: string) => Promise<T>): Promise<T> {
    const { tenantId } = context.tenant
    return database.inTenantReadOnly(tenantId, (trx) => work(trx, tenantId), { signal: context.signal })
  },
})

export function contentItemHandlers(deps: {
  readonly database: Database
  readonly erasing: Erasing
  readonly quotas: Quotas
}): Handlers<typeof contract.contentItem> {
  const { quotas } = deps
  const ofItems = (adding: number) => ({ quota: 'items', adding, count: itemCount }) as const
  const requireRoom = (trx: Transaction, tenantId: string) => quotas.require(trx, tenantId, ofItems(1))
  const findRoom = async (trx: Transaction, tenantId: string, adding: number) => {
    const room = await quotas.room(trx, tenantId, ofItems(adding))
    return { free: room.free, problem: quotaReached(room) }
  }
  const { change, read } = transactionsOf(deps.database)
  return {
    createItem: ({ query, context }) => change(context, (trx, actor) => createItem(trx, actor, query, requireRoom)),
    batchItems: ({ body, context }) => {
      const publishes = body.items.some(({ variations }) => variations.some(({ step }) => step !== undefined))
      if (publishes && !reaches(context.tenant.role, 'publisher')) {
        throw new Problem('FORBIDDEN', { message: 'Publishing takes the role publisher.' })
      }
      return change(context, (trx, actor) => changeItems(trx, actor, body, findRoom), batchTimeouts)
    },
    renameItem: ({ query, ifMatch, context }) =>
      change(context, (trx, actor) => renameItem(trx, actor, { ...query, ifMatch })),
    getItem: ({ params, query, context }) =>
      read(context, (trx, tenantId) => readItem(trx, tenantId, { ...params, ...query, role: context.tenant.role })),
    deleteItem: ({ params, query, ifMatch, context }) =>
      change(context, (trx, actor) => deleteItem(trx, actor, { ...params, ...query, ifMatch })),
    restoreItem: ({ params, ifMatch, context }) =>
      change(context, (trx, actor) => restoreItem(trx, actor, { ...params, ifMatch })),
    previewPurge: ({ params, context }) =>
      read(context, (trx, tenantId) => previewPurge(trx, tenantId, params.contentItemId)),
    purgeItem: async ({ params, ifMatch, context }) => {
      const purge = (trx: Transaction, actor: Actor) => purgeItem(trx, actor, { ...params, ifMatch }, deps.erasing)
      return deps.erasing.report(context.tenant.tenantId, await change(context, purge))
    },
    getItemVariations: ({ params, query, context }) =>
      sendItemVariations(
        deps.database,
        context.tenant.tenantId,
        { ...params, ...query, role: context.tenant.role },
        { signal: context.signal },
      ),
    getLinkedContent: ({ params, query, context }) =>
      read(context, (trx, tenantId) => readLinked(trx, tenantId, { ...params, ...query })),
    getLinkedContentSummary: ({ params, query, context }) =>
      read(context, (trx, tenantId) => readLinkedSummary(trx, tenantId, { ...params, ...query })),
  }
}

interface OfVariation {
  readonly params: { readonly contentVariationId: string }
  readonly query: { readonly baseVersion?: number | undefined; readonly source?: string | undefined }
  readonly ifMatch: IfMatch
}

const requestOf = ({ params, query, ifMatch }: OfVariation): StepRequest => ({
  contentVariationId: params.contentVariationId,
  baseVersion: query.baseVersion,
  ifMatch,
})

export function contentVariationHandlers(deps: {
  readonly database: Database
}): Handlers<typeof contract.contentVariation> {
  const { change, read } = transactionsOf(deps.database)
  /** Every call that changes a variation answers the whole of it. */
  const changeVariation = (
    context: TenantContext,
    work: (trx: Transaction, actor: Actor) => Promise<Changed>,
  ): Promise<ContentVariation> =>
    change(context, async (trx, actor) => {
      const { item, variationId } = await work(trx, actor)
      const presented = present(item, variationOf(item, variationId))
      return isWhole(presented) ? presented : wholeVariation(trx, actor.tenantId, presented)
    })
  const step = (action: LifecycleAction) => (input: OfVariation & { readonly context: TenantContext }) =>
    changeVariation(input.context, (trx, actor) =>
      takeStep(trx, actor, action, { ...requestOf(input), source: input.query.source }),
    )

  return {
    updateVariation: ({ body, ifMatch, context }) =>
      changeVariation(context, (trx, actor) => saveVariation(trx, actor, { ...body, ifMatch })),
    getVariation: ({ params, context }) =>
      read(context, (trx, tenantId) => readWorking(trx, tenantId, params.contentVariationId)),
    getPublishedVariation: ({ params, context }) =>
      read(context, (trx, tenantId) => readLive(trx, tenantId, params.contentVariationId)),
    publish: step('publish'),
    unpublish: step('unpublish'),
    draft: step('draft'),
    archive: step('archive'),
    markTranslated: ({ body, context }) =>
      change(context, (trx, actor) => markTranslated(trx, actor, body.contentVariationIds), batchTimeouts),
    getChangedSources: ({ params, context }) =>
      read(context, (trx, tenantId) => readChangedSources(trx, tenantId, params.contentVariationId)),
    discard: (input) => changeVariation(input.context, (trx, actor) => discardChanges(trx, actor, requestOf(input))),
    resetToFallback: (input) =>
      changeVariation(input.context, (trx, actor) =>
        saveVariation(trx, actor, {
          ...requestOf(input),
          fields: [],
          resetFields: [input.params.technicalFieldName],
        }),
      ),
    checkUniqueness: ({ body, context }) => read(context, (trx, tenantId) => checkUniqueness(trx, tenantId, body)),
    getVersions: ({ params, query, context }) =>
      read(context, (trx, tenantId) => listVersions(trx, tenantId, params.contentVariationId, query)),
    getVersion: ({ params, context }) =>
      read(context, (trx, tenantId) => readVersion(trx, tenantId, params.contentVariationId, params.version)),
    compareVersions: ({ params, query, context }) =>
      read(context, (trx, tenantId) => compareVersions(trx, tenantId, params.contentVariationId, query)),
    restoreVersion: async (input) => {
      let leftOut: Restored['leftOut']
      const variation = await changeVariation(input.context, async (trx, actor) => {
        const restored = await restoreVersion(trx, actor, { ...requestOf(input), version: input.params.version })
        leftOut = restored.leftOut
        return restored
      })
      return leftOut === undefined ? variation : { ...variation, leftOut }
    },
  }
}
