import type { ContentType, Field, Readiness } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { chainOf, plainValues, resolveValues } from './fallback.ts'
import type { ItemState, VariationState } from './item-state.ts'
import { isSameList, type Values } from './values.ts'

const requiresByChannel = new WeakMap<ContentType, boolean>()

/** Whether a field of the type is required on some channels only; most types have none. */
export function hasChannelRequirements(type: ContentType): boolean {
  const known = requiresByChannel.get(type)
  if (known !== undefined) return known
  const has = type.fields.some(({ required }) => Array.isArray(required))
  requiresByChannel.set(type, has)
  return has
}

export const isRequiredOn = ({ required }: Field, channel: string): boolean =>
  required === 'onPublish' || (Array.isArray(required) && required.includes(channel))

/** The channels that delivery targets stand for: none named means every one. */
export const channelsOf = ({ channels }: ItemState, targets: readonly string[]): readonly string[] =>
  targets.length === 0 ? channels : targets

/** The fields that a channel requires and that these values lack. */
export const missingOn = (type: ContentType, values: Values, channel: string): string[] =>
  type.fields
    .filter((field) => isRequiredOn(field, channel) && behaviourOf(field).isEmpty(values[field.technicalName] ?? null))
    .map(({ technicalName }) => technicalName)

/** Those of the channels that have all that they require. */
export const readyChannels = (item: ItemState, targets: readonly string[], values: Values): string[] =>
  channelsOf(item, targets).filter((channel) => missingOn(item.type, values, channel).length === 0)

/** The delivery targets of a snapshot with these values: without those that are not ready. None where none is ready. */
export function deliveredTargets(
  item: ItemState,
  targets: readonly string[],
  values: Values,
): readonly string[] | null {
  if (!hasChannelRequirements(item.type)) return targets
  const all = channelsOf(item, targets)
  const ready = readyChannels(item, targets, values)
  if (ready.length === all.length) return targets
  return ready.length === 0 ? null : ready
}

/** Whether publishing would deliver to other channels than the snapshot does, whose values these are. */
export function differsInTargets(
  item: ItemState,
  { deliveryTargets, snapshot }: VariationState,
  liveValues: () => Values,
): boolean {
  if (snapshot === null) return false
  if (!hasChannelRequirements(item.type)) return !isSameList(snapshot.deliveryTargets, deliveryTargets)
  const targets = deliveredTargets(item, deliveryTargets, liveValues())
  return targets !== null && !isSameList(snapshot.deliveryTargets, targets)
}

/** What delivery would have after a publish: own values of the working copy, and what is live of the ancestors. */
const valuesAfterPublish = (item: ItemState, { variationId, own }: VariationState): Values =>
  plainValues(
    resolveValues(
      item.type,
      chainOf(item.fallbacks, variationId),
      (id) => (id === variationId ? own : item.variations.get(id)?.snapshot?.own),
      item.shared,
    ),
  )

export function readinessOf(item: ItemState, variation: VariationState): Readiness[] {
  const values = valuesAfterPublish(item, variation)
  return channelsOf(item, variation.deliveryTargets).map((deliveryTarget) => {
    const required = item.type.fields.filter((field) => isRequiredOn(field, deliveryTarget)).length
    const missing = missingOn(item.type, values, deliveryTarget)
    const percent = required === 0 ? 100 : Math.floor(((required - missing.length) / required) * 100)
    return { deliveryTarget, percent, missing }
  })
}
