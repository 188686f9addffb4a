import type { ProjectedVariation, PublishedVariation } from '../../content-index/index.ts'
import { chainOf, type ResolvedValues } from './fallback.ts'
import { type ItemState, resolveLive, resolveWorking, type VariationState } from './item-state.ts'
import { isSameList, isSameValue } from './values.ts'

const documentOf = (item: ItemState, variation: VariationState, values: ResolvedValues): ProjectedVariation => ({
  contentVariationId: variation.contentVariationId,
  contentItemId: item.contentItemId,
  variationId: variation.variationId,
  languageCode: item.languages.get(variation.variationId) ?? 'en-US',
  contentType: item.type,
  contentTypeId: item.contentTypeId,
  name: item.name,
  isDeleted: item.isDeleted,
  values,
})

export const workingDocument = (item: ItemState, variation: VariationState): ProjectedVariation =>
  documentOf(item, variation, resolveWorking(item, variation.variationId))

/** Undefined where nothing is live; what is deleted is not. */
export function liveDocument(item: ItemState, variation: VariationState): PublishedVariation | undefined {
  const { snapshot } = variation
  if (snapshot === null || item.isDeleted) return undefined
  return {
    ...documentOf(item, variation, resolveLive(item, variation.variationId)),
    name: snapshot.name,
    publishedVersion: snapshot.version,
    publishedAt: snapshot.publishedAt,
    deliveryTargets: snapshot.deliveryTargets,
  }
}

export interface ProjectionChange {
  readonly working: readonly ProjectedVariation[]
  readonly live: readonly PublishedVariation[]
  readonly withdrawn: readonly string[]
}

/**
 * What lists, search, links and delivery have to be told. A variation counts when anything that it shows has changed,
 * be it through an ancestor: those who inherit follow in the same transaction.
 */
export function projectionChange(before: ItemState | null, after: ItemState): ProjectionChange {
  const working: ProjectedVariation[] = []
  const live: PublishedVariation[] = []
  const withdrawn: string[] = []
  for (const variation of after.variations.values()) {
    const was = before?.variations.get(variation.variationId)
    if (!before || !was) working.push(workingDocument(after, variation))
    else if (isTouched(before, after, variation.variationId)) {
      const [old, now] = [workingDocument(before, was), workingDocument(after, variation)]
      if (!isSameWorking(old, now)) working.push({ ...now, was: old })
    }
    const wasLive = before && was && liveDocument(before, was)
    const isLive = liveDocument(after, variation)
    if (isLive === undefined) {
      if (wasLive !== undefined && wasLive !== null) withdrawn.push(variation.contentVariationId)
    } else if (!wasLive) live.push(isLive)
    else if (!isSameLive(wasLive, isLive)) live.push({ ...isLive, was: wasLive })
  }
  return { working, live, withdrawn }
}

/** Untouched values are the very same objects; most saves touch one variation of many. */
function isTouched(before: ItemState, after: ItemState, variationId: string): boolean {
  if (before.name !== after.name || before.isDeleted !== after.isDeleted || before.shared !== after.shared) return true
  const ownIsSame = (id: string) => before.variations.get(id)?.own === after.variations.get(id)?.own
  return !chainOf(after.fallbacks, variationId).every(ownIsSame)
}

const isSameWorking = (a: ProjectedVariation, b: ProjectedVariation): boolean =>
  a.name === b.name && a.isDeleted === b.isDeleted && isSameValue(a.values, b.values)

const isSameLive = (a: PublishedVariation, b: PublishedVariation): boolean =>
  a.publishedVersion === b.publishedVersion &&
  a.name === b.name &&
  isSameList(a.deliveryTargets, b.deliveryTargets) &&
  isSameValue(a.values, b.values)
