import type { ContentType, ContentTypeKind, Readiness, Status, Variation } from '@pim/contract'
import {
  behaviourOf,
  channelsWith,
  isRequiredOn,
  type LongValue,
  readinessFrom,
  requiredFields,
} from '@pim/field-types'
import type { MarketChannel } from '../../tenants/index.ts'
import { chainOf, type Fallbacks, plainValues, type ResolvedValues, resolveValues } from './fallback.ts'
import { isSameList, isSameSlot, isShared, longValuesApart, slotOf, type Values } from './values.ts'

/** What is live of a content variation: a copy of its own and shared values, made when it was published. */
export interface Snapshot {
  readonly version: number
  readonly name: string
  readonly own: Values
  readonly shared: Values
  readonly deliveryTargets: readonly string[]
  readonly publishedAt: string
  readonly publishedBy: string
}

/** By field, the fingerprint of the text of the source that an own text is of, where the source has another one by now. */
export type Outdated = Readonly<Record<string, string>>

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
  /** The lowest per cent over its channels of what they require that delivery would have after a publish. */
  readonly readiness: number
  /** The fields that delivery would lack then, of those that some channel requires. */
  readonly missingFields: readonly string[]
  /** How far its words are translated, as one number (`translationNumber`). */
  readonly translation: number
  readonly outdated: Outdated
  /** The file of a media item, as lists show it. */
  readonly binaryId: string | null
  readonly mimeType: string | null
  readonly createdAt: string
  readonly createdBy: string
  readonly modifiedAt: string
  readonly modifiedBy: string
}

/**
 * The aggregate: a content item with its values, all variations and their snapshots. Every operation is a function
 * from one state to the next. Versions, history, unique claims and index entries are derived by comparing the two
 * states, so no operation can forget one of them.
 */
export interface ItemState {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly type: ContentType
  readonly kind: ContentTypeKind
  readonly name: string
  readonly isDeleted: boolean
  /** Rises when the item is renamed, deleted or restored; each variation has a version of its own for its values. */
  readonly version: number
  readonly shared: Values
  readonly createdAt: string
  readonly createdBy: string
  readonly modifiedAt: string
  readonly modifiedBy: string
  /** By variation, in the order that the tenant gives them. */
  readonly variations: ReadonlyMap<string, VariationState>
  readonly fallbacks: Fallbacks
  /** What other variations are translated from where they have no fallback. */
  readonly defaultVariationId?: string | undefined
  /** Language tag by variation; decides how words are stemmed. */
  readonly languages: ReadonlyMap<string, string>
  /** The channels of the tenant. */
  readonly channels: readonly MarketChannel[]
}

export const marketOf = (
  variations: readonly Variation[],
  channels: readonly MarketChannel[],
): Pick<ItemState, 'fallbacks' | 'languages' | 'channels' | 'defaultVariationId'> => ({
  defaultVariationId: variations.find(({ isDefault }) => isDefault)?.variationId,
  channels,
  fallbacks: new Map(variations.map((each) => [each.variationId, each.fallbackVariationId])),
  languages: new Map(variations.map((each) => [each.variationId, each.languageCode])),
})

export const withVariation = (item: ItemState, changed: VariationState): ItemState => ({
  ...item,
  variations: new Map(item.variations).set(changed.variationId, changed),
})

export const lifecycleStateOf = ({ status, snapshot }: VariationState) => ({ status, isLive: snapshot !== null })

/** Working values: the variation's own, or those of the nearest ancestor that has one. */
export const resolveWorking = (item: ItemState, variationId: string): ResolvedValues =>
  resolveValues(item.type, chainOf(item.fallbacks, variationId), (id) => item.variations.get(id)?.own, item.shared)

/** Delivered values: resolved from live snapshots alone, so an inherited value is that of the ancestor's snapshot. */
export const resolveLive = (item: ItemState, variationId: string): ResolvedValues =>
  resolveValues(
    item.type,
    chainOf(item.fallbacks, variationId),
    (id) => item.variations.get(id)?.snapshot?.own,
    item.variations.get(variationId)?.snapshot?.shared ?? {},
  )

/** The wanted state with what stands for its long values. Values that did not change are not looked at. Adds to `made`. */
export function withLongValues(before: ItemState | null, wanted: ItemState, made: Map<string, LongValue>): ItemState {
  const apart = (values: Values, was: Values | undefined) => longValuesApart(wanted.type, values, was, made)
  const snapshotApart = (snapshot: Snapshot, was: VariationState | undefined): Snapshot => {
    if (snapshot === was?.snapshot) return snapshot
    const [own, shared] = [
      apart(snapshot.own, was?.snapshot?.own ?? was?.own),
      apart(snapshot.shared, was?.snapshot?.shared ?? before?.shared),
    ]
    return own === snapshot.own && shared === snapshot.shared ? snapshot : { ...snapshot, own, shared }
  }
  const variations = new Map(wanted.variations)
  let isSame = true
  for (const [id, variation] of wanted.variations) {
    const was = before?.variations.get(id)
    const own = apart(variation.own, was?.own)
    const snapshot = variation.snapshot && snapshotApart(variation.snapshot, was)
    if (own === variation.own && snapshot === variation.snapshot) continue
    isSame = false
    variations.set(id, { ...variation, own, snapshot })
  }
  const shared = apart(wanted.shared, before?.shared)
  return isSame && shared === wanted.shared ? wanted : { ...wanted, shared, variations }
}

/** Whether name, delivery targets or values of the working copy differ from the snapshot. */
export function differsFromSnapshot(item: ItemState, variation: VariationState): boolean {
  const { snapshot } = variation
  if (snapshot === null) return false
  if (snapshot.name !== item.name) return true
  if (differsInTargets(item, variation, () => plainValues(resolveLive(item, variation.variationId)))) return true
  const differs = (place: 'own' | 'shared', working: Values, live: Values) =>
    working !== live &&
    item.type.fields.some(
      (field) =>
        isShared(field) === (place === 'shared') &&
        !isSameSlot(slotOf(working, field.technicalName), slotOf(live, field.technicalName)),
    )
  return differs('own', variation.own, snapshot.own) || differs('shared', item.shared, snapshot.shared)
}

/* Channels: what is required on some delivery targets only. */

const requiresByChannel = new WeakMap<ContentType, boolean>()

/** Whether a field of the type is required on some channels only; most types have none. */
export function hasChannelRequirements(type: ContentType): boolean {
  const known = requiresByChannel.get(type)
  if (known !== undefined) return known
  const has = type.fields.some(({ required }) => Array.isArray(required))
  requiresByChannel.set(type, has)
  return has
}

/** The channels that these targets name, of those that have the variation; no targets name every channel. */
export function channelsOf({ channels }: ItemState, variationId: string, targets: readonly string[]): string[] {
  const names = channelsWith(channels, variationId).map(({ technicalName }) => technicalName)
  return targets.length === 0 ? names : targets.filter((target) => names.includes(target))
}

/** The fields that a channel requires and that these values lack. */
export const missingOn = (type: ContentType, values: Values, channel: string): string[] =>
  type.fields
    .filter((field) => isRequiredOn(field, channel) && behaviourOf(field).isEmpty(values[field.technicalName] ?? null))
    .map(({ technicalName }) => technicalName)

/** The channels of a variation with a value for each field that they require. */
export const readyChannels = (
  item: ItemState,
  variationId: string,
  targets: readonly string[],
  values: Values,
): string[] =>
  channelsOf(item, variationId, targets).filter((channel) => missingOn(item.type, values, channel).length === 0)

/**
 * Delivery targets of a snapshot with these values, without channels whose requirements they do not meet; null where that
 * is every channel that has the variation. A channel that does not have it is judged, too: it may be given it later.
 */
export function deliveredTargets(
  item: ItemState,
  variationId: string,
  targets: readonly string[],
  values: Values,
): readonly string[] | null {
  if (!hasChannelRequirements(item.type)) return targets
  const here = channelsOf(item, variationId, targets)
  if (here.length > 0 && here.every((channel) => missingOn(item.type, values, channel).length > 0)) return null
  const all = targets.length === 0 ? item.channels.map(({ technicalName }) => technicalName) : targets
  const ready = all.filter((channel) => missingOn(item.type, values, channel).length === 0)
  // No targets would be all of them: nothing is ready, and no channel that could take it has the variation.
  return ready.length === all.length || ready.length === 0 ? targets : ready
}

/** Whether publishing would deliver to other channels than the snapshot does. `liveValues`: those of the snapshot. */
export function differsInTargets(
  item: ItemState,
  { variationId, deliveryTargets, snapshot }: VariationState,
  liveValues: () => Values,
): boolean {
  if (snapshot === null) return false
  if (!hasChannelRequirements(item.type)) return !isSameList(snapshot.deliveryTargets, deliveryTargets)
  const targets = deliveredTargets(item, variationId, deliveryTargets, liveValues())
  return targets !== null && !isSameList(snapshot.deliveryTargets, targets)
}

/**
 * The required fields that delivery would lack after a publish: of its own values and what is live of the ancestors. Of
 * whichever channel: what each lacks follows from it.
 */
function missingAfterPublish(item: ItemState, { variationId, own }: VariationState): string[] {
  const required = requiredFields(item.type)
  if (required.length === 0) return []
  const values = resolveValues(
    { ...item.type, fields: [...required] },
    chainOf(item.fallbacks, variationId),
    (id) => (id === variationId ? own : item.variations.get(id)?.snapshot?.own),
    item.shared,
  )
  return required
    .filter((field) => behaviourOf(field).isEmpty(values[field.technicalName]?.value ?? null))
    .map(({ technicalName }) => technicalName)
}

export const readinessOf = (item: ItemState, variation: VariationState): Readiness[] =>
  readinessFrom(
    item.type,
    missingAfterPublish(item, variation),
    channelsOf(item, variation.variationId, variation.deliveryTargets),
  )

/** What lists show, filter and sort by. */
export function readinessDerived(
  item: ItemState,
  variation: VariationState,
): Pick<VariationState, 'readiness' | 'missingFields'> {
  const missingFields = missingAfterPublish(item, variation)
  const channels = missingFields.length === 0 ? [] : channelsOf(item, variation.variationId, variation.deliveryTargets)
  const asked = hasChannelRequirements(item.type) ? channels : channels.slice(0, 1)
  const percents = readinessFrom(item.type, missingFields, asked).map(({ percent }) => percent)
  return { missingFields, readiness: Math.min(100, ...percents) }
}
