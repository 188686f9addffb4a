import type { ContentItem, ContentVariation } from '@pim/contract'
import { readTranslation } from '@pim/contract/content-variation/translation.ts'
import { LongValue, resolveCompleteness } from '@pim/field-types'
import { type IfMatch, requireMatch } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { plainValues } from './fallback.ts'
import {
  type ItemState,
  lifecycleStateOf,
  readinessOf,
  resolveLive,
  resolveWorking,
  type VariationState,
} from './item-state.ts'
import { allowedActions } from './lifecycle.ts'

export function variationOf(item: ItemState, variationId: string): VariationState {
  const variation = item.variations.get(variationId)
  if (variation === undefined) throw new Problem('NOT_FOUND')
  return variation
}

/** The working copy as the API shows it. */
export function present(item: ItemState, variation: VariationState): ContentVariation {
  return {
    contentVariationId: variation.contentVariationId,
    contentItemId: item.contentItemId,
    variationId: variation.variationId,
    status: variation.status,
    version: variation.version,
    publishedVersion: variation.snapshot?.version ?? null,
    publishedAt: variation.snapshot?.publishedAt ?? null,
    hasUnpublishedChanges: variation.hasUnpublishedChanges,
    allowedActions: item.isDeleted ? [] : allowedActions(lifecycleStateOf(variation)),
    completeness: variation.completeness,
    deliveryTargets: [...variation.deliveryTargets],
    readiness: readinessOf(item, variation),
    translation: { ...readTranslation(variation.translation), outdatedFields: Object.keys(variation.outdated) },
    fields: { ...resolveWorking(item, variation.variationId) },
    createdAt: variation.createdAt,
    modifiedAt: variation.modifiedAt,
    modifiedBy: variation.modifiedBy,
  }
}

/** Whether it holds every value itself, and not what stands for a long one. */
export const isWhole = ({ fields }: Pick<ContentVariation, 'fields'>): boolean =>
  !Object.values(fields).some(({ value }) => value instanceof LongValue)

/** The snapshot as the API shows it, with who published it and when. */
export function presentLive(item: ItemState, variation: VariationState): ContentVariation {
  const { snapshot } = variation
  if (snapshot === null) throw new Problem('NOT_FOUND')
  const values = resolveLive(item, variation.variationId)
  return {
    ...present(item, variation),
    completeness: resolveCompleteness(item.type, plainValues(values)),
    deliveryTargets: [...snapshot.deliveryTargets],
    fields: { ...values },
    modifiedAt: snapshot.publishedAt,
    modifiedBy: snapshot.publishedBy,
  }
}

export const invalidTransition = (variation: VariationState): Problem =>
  new Problem('INVALID_TRANSITION', {
    allowedActions: allowedActions(lifecycleStateOf(variation)),
    currentVersion: variation.version,
  })

/** Optimistic lock of a step: refuses it where the version is no longer the one that the caller saw. */
export function requireVersion(
  variation: VariationState,
  { baseVersion, ifMatch }: { readonly baseVersion?: number | undefined; readonly ifMatch?: IfMatch },
): void {
  requireMatch(ifMatch, variation.version)
  if (baseVersion === undefined || baseVersion === variation.version) return
  throw new Problem('VERSION_CONFLICT', { currentVersion: variation.version, conflicts: [] })
}

export const presentItem = (
  item: Omit<ItemState, 'variations' | 'shared' | 'fallbacks' | 'languages' | 'channels'>,
): ContentItem => ({
  contentItemId: item.contentItemId,
  name: item.name,
  technicalContentTypeName: item.type.technicalName,
  kind: item.kind,
  isDeleted: item.isDeleted,
  version: item.version,
  createdAt: item.createdAt,
  modifiedAt: item.modifiedAt,
  createdBy: item.createdBy,
  modifiedBy: item.modifiedBy,
})
