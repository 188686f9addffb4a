import type { ChangeVariation, CreateVariation, Problem as ProblemShape, ResyncResult, Variation } from '@pim/contract'
import type { Actor } from '../../core/caller.ts'
import { type IfMatch, requireMatch } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { notifyDelivery } from '../events/index.ts'
import { removeFromChannels } from './channel.repository.ts'
import { channelsOfOnly } from './channels.ts'
import { closesCycle } from './fallback-chain.ts'
import { findOwnTenant, type StoredVariation, variationsOf } from './tenant.repository.ts'
import {
  clearDefault,
  deleteVariation,
  insertVariation,
  lockVariationChanges,
  lockVariationExclusive,
  updateVariation,
} from './variation.repository.ts'

/** What variations need from the content module, which implements it. */
export interface VariationContent {
  /** The number of items with an own value in this variation, by content type and field. */
  ownValues(trx: Transaction, tenantId: string, variationId: string): Promise<NonNullable<ProblemShape['affected']>>
  /**
   * Deletes all content of this variation and then, with `removeVariationRow`, the variation; as a job where it is
   * much.
   */
  dropVariation(trx: Transaction, actor: Actor, variationId: string): Promise<void>
  /** Throws where the fallback that the variation has now would deliver a unique value of one item for another one, too. */
  refuseFallback(trx: Transaction, tenantId: string, variationId: string): Promise<void>
  /**
   * Rebuilds the projections of all items (inherited values, completeness, languages); as a job where there are many.
   */
  rebuildProjections(trx: Transaction, actor: Actor): Promise<void>
  /**
   * Makes anew what follows from the channels (readiness of all items), or from which variation is the default one (how far
   * they are translated, and their names in lists); as a job where there are many.
   */
  followDerived(trx: Transaction, actor: Actor, of: 'channels' | 'default'): Promise<void>
  resync(actor: Actor): Promise<ResyncResult>
}

/** Variations of one tenant; the specification promises as many. */
export const maxVariations = 200

export type VariationsService = ReturnType<typeof createVariationsService>

export function createVariationsService(deps: { readonly database: Database; readonly content: VariationContent }) {
  const { database, content } = deps

  const list = (tenantId: string): Promise<Variation[]> =>
    database.inTenantReadOnly(tenantId, (trx) => variationsOf(trx, tenantId))

  const create = (actor: Actor, request: CreateVariation): Promise<Variation> =>
    withVariationLock(actor, async (trx, variations) => {
      if (variations.length >= maxVariations) {
        throw invalidPlace('body', 'TOO_MANY', `a tenant has at most ${maxVariations} variations`)
      }
      requireKnownFallback(variations, request.fallbackVariationId)
      requireFreeMarket(variations, request)
      if (request.isDefault === true) await clearDefault(trx, actor.tenantId)
      const variation = await insertVariation(trx, actor.tenantId, newId(), request)
      await note(trx, actor, 'create', variation.variationId, { languageCode: variation.languageCode })
      return variation
    })

  const change = (actor: Actor, variationId: string, request: ChangeVariation, ifMatch?: IfMatch): Promise<Variation> =>
    withVariationLock(actor, async (trx, variations) => {
      const before = found(variations, variationId)
      requireMatch(ifMatch, before.version)
      const after = changed(before, request)
      requireKnownFallback(variations, after.fallbackVariationId)
      if (closesCycle(variations, variationId, after.fallbackVariationId)) throw new Problem('VARIATION_CYCLE')
      const others = variations.filter((each) => each.variationId !== variationId)
      requireFreeMarket(others, after)
      if (after.isDefault && !before.isDefault) await clearDefault(trx, actor.tenantId)
      const stored = await updateVariation(trx, actor.tenantId, after)
      await note(trx, actor, 'change', variationId, { changed: Object.keys(request) })
      const hasOtherFallback = before.fallbackVariationId !== after.fallbackVariationId
      // Defence 247
      if (hasOtherFallback) await content.refuseFallback(trx, actor.tenantId, variationId)
      const affectsContent = hasOtherFallback || before.languageCode !== after.languageCode
      if (affectsContent) await content.rebuildProjections(trx, actor)
      // What is not translated is what the default variation has words for.
      else if (after.isDefault && !before.isDefault) await content.followDerived(trx, actor, 'default')
      return stored
    })

  const remove = (actor: Actor, variationId: string, allowDataLoss: boolean, ifMatch?: IfMatch): Promise<void> =>
    withVariationLock(actor, async (trx, variations) => {
      const variation = found(variations, variationId)
      requireMatch(ifMatch, variation.version)
      if (variation.isDefault) {
        throw new Problem('LAST_OF_ITS_KIND', { message: 'Make another variation the default one first.' })
      }
      const dependents = variations.filter((each) => each.fallbackVariationId === variationId)
      if (dependents.length > 0) {
        const names = dependents.map((each) => each.friendlyName).join(', ')
        throw new Problem('IN_USE', { message: `These fall back to it: ${names}. Give them another fallback first.` })
      }
      await requireOtherVariations(trx, actor.tenantId, variationId)
      await lockVariationExclusive(trx, actor.tenantId, variationId)
      const affected = allowDataLoss ? [] : await content.ownValues(trx, actor.tenantId, variationId)
      if (affected.length > 0) throw new Problem('DATA_LOSS', { affected })
      await note(trx, actor, 'delete', variationId, { languageCode: variation.languageCode, allowDataLoss })
      await content.dropVariation(trx, actor, variationId)
    })

  const resync = (actor: Actor): Promise<ResyncResult> => content.resync(actor)

  /** Runs one change of a tenant's variations at a time, with the variations read under the advisory lock. */
  const withVariationLock = <T>(
    { tenantId, once }: Actor,
    work: (trx: Transaction, variations: readonly StoredVariation[]) => Promise<T>,
  ): Promise<T> =>
    database.inTenant(
      tenantId,
      async (trx) => {
        await lockVariationChanges(trx, tenantId)
        notifyDelivery(trx, tenantId, { variations: true })
        return work(trx, await variationsOf(trx, tenantId))
      },
      { statementMs: 10_000, deadlineMs: 14_000, once },
    )

  return { list, create, change, remove, resync }
}

/** The channels that name this variation and no other. */
export const channelsWithOnly = async (trx: Transaction, tenantId: string, variationId: string): Promise<string[]> =>
  channelsOfOnly(await findOwnTenant(trx, tenantId), variationId)

/** A channel that named no variation any more would have them all. */
async function requireOtherVariations(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  const names = await channelsWithOnly(trx, tenantId, variationId)
  if (names.length === 0) return
  throw new Problem('IN_USE', {
    message: `These channels have this variation alone: ${names.join(', ')}. Give them another one first.`,
  })
}

/** Deletes the row of a variation, after its content. */
export async function removeVariationRow(trx: Transaction, tenantId: string, variationId: string): Promise<void> {
  notifyDelivery(trx, tenantId, { variations: true })
  await lockVariationChanges(trx, tenantId)
  await requireOtherVariations(trx, tenantId, variationId)
  await removeFromChannels(trx, tenantId, variationId)
  await deleteVariation(trx, tenantId, variationId)
}

const note = (
  trx: Transaction,
  { tenantId, userId }: Actor,
  verb: string,
  entityId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordChange(trx, tenantId, { userId, action: `variation.${verb}`, entityKind: 'variation', entityId, details })

function found(variations: readonly StoredVariation[], variationId: string): StoredVariation {
  const variation = variations.find((each) => each.variationId === variationId)
  if (variation === undefined) throw new Problem('NOT_FOUND')
  return variation
}

function changed(before: Variation, request: ChangeVariation): Variation {
  const { marketCode: hadMarket, ...rest } = before
  const marketCode = request.marketCode === undefined ? hadMarket : (request.marketCode ?? undefined)
  return {
    ...rest,
    friendlyName: request.friendlyName ?? before.friendlyName,
    languageCode: request.languageCode ?? before.languageCode,
    ...(marketCode !== undefined && { marketCode }),
    fallbackVariationId:
      request.fallbackVariationId === undefined ? before.fallbackVariationId : request.fallbackVariationId,
    isDefault: request.isDefault ?? before.isDefault,
  }
}

function requireKnownFallback(
  variations: readonly StoredVariation[],
  fallbackVariationId: string | null | undefined,
): void {
  if (fallbackVariationId === null || fallbackVariationId === undefined) return
  found(variations, fallbackVariationId)
}

const marketOf = ({ languageCode, marketCode }: Pick<CreateVariation, 'languageCode' | 'marketCode'>): string =>
  `${languageCode} ${marketCode ?? ''}`.toLowerCase()

function requireFreeMarket(others: readonly Variation[], wanted: Pick<CreateVariation, 'languageCode' | 'marketCode'>) {
  const twin = others.find((each) => marketOf(each) === marketOf(wanted))
  if (twin === undefined) return
  throw new Problem('NAME_CONFLICT', { message: `${twin.friendlyName} is that language and market already.` })
}
