import type { ContentType, ContentTypeKind, Status } from '@pim/contract'
import { chainOf, type Fallbacks, type ResolvedValues, resolveValues } from './fallback.ts'
import { isSameList, isSameValue, slotOf, type Values, valuesOfType } from './values.ts'

/** What is live of a content variation. */
export interface Snapshot {
  readonly version: number
  readonly name: string
  readonly own: Values
  readonly shared: Values
  readonly deliveryTargets: readonly string[]
  readonly publishedAt: string
  readonly publishedBy: string
}

export interface VariationState {
  readonly contentVariationId: string
  readonly variationId: string
  readonly status: Status
  readonly version: number
  readonly own: Values
  readonly deliveryTargets: readonly string[]
  readonly snapshot: Snapshot | null
  readonly hasUnpublishedChanges: boolean
  readonly completeness: number
  /** The file of a media item, as lists show it. */
  readonly binaryId: string | null
  readonly mimeType: string | null
  readonly createdAt: string
  readonly createdBy: string
  readonly modifiedAt: string
  readonly modifiedBy: string
}

/**
 * A content item whole: what it is, its values, all its variations and what is live of them. Every change is a
 * function from one such state to the next; what follows from it (versions, history, claims, projections) is derived
 * by comparing the two, so no operation can forget any of it.
 */
export interface ItemState {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly type: ContentType
  readonly kind: ContentTypeKind
  readonly name: string
  readonly isDeleted: boolean
  readonly shared: Values
  readonly createdAt: string
  readonly createdBy: string
  readonly modifiedAt: string
  readonly modifiedBy: string
  /** By variation, in the order that the tenant gives them. */
  readonly variations: ReadonlyMap<string, VariationState>
  readonly fallbacks: Fallbacks
  /** By variation: decides how words are found. */
  readonly languages: ReadonlyMap<string, string>
}

export const withVariation = (item: ItemState, changed: VariationState): ItemState => ({
  ...item,
  variations: new Map(item.variations).set(changed.variationId, changed),
})

export const standingOf = ({ status, snapshot }: VariationState) => ({ status, isLive: snapshot !== null })

/** As the editor and the lists show it: own working values, or the nearest ancestor's. */
export const resolveWorking = (item: ItemState, variationId: string): ResolvedValues =>
  resolveValues(item.type, chainOf(item.fallbacks, variationId), (id) => item.variations.get(id)?.own, item.shared)

/** As delivery shows it: from live snapshots alone. An inherited value follows its ancestor's snapshot. */
export const resolveLive = (item: ItemState, variationId: string): ResolvedValues =>
  resolveValues(
    item.type,
    chainOf(item.fallbacks, variationId),
    (id) => item.variations.get(id)?.snapshot?.own,
    item.variations.get(variationId)?.snapshot?.shared ?? {},
  )

/** Whether the working copy says anything else than what is live. */
export function differsFromSnapshot(item: ItemState, variation: VariationState): boolean {
  const { snapshot } = variation
  if (snapshot === null) return false
  if (snapshot.name !== item.name || !isSameList(snapshot.deliveryTargets, variation.deliveryTargets)) return true
  const differs = (place: 'own' | 'shared', working: Values, live: Values) =>
    working !== live && !isSameValue(valuesOfType(item.type, place, working), valuesOfType(item.type, place, live))
  return differs('own', variation.own, snapshot.own) || differs('shared', item.shared, snapshot.shared)
}

/** What stands in one place of the working copy: an own value, or one that all variations share. */
export const workingSlot = (item: ItemState, variation: VariationState, name: string, isSharedField: boolean) =>
  slotOf(isSharedField ? item.shared : variation.own, name)
