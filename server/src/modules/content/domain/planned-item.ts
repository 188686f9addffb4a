import type { Field, LifecycleAction, PlanResolve, Status } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { plainValues, type ResolvedValues } from './fallback.ts'
import {
  channelsOf,
  deliveredTargets,
  differsFromSnapshot,
  hasChannelRequirements,
  type ItemState,
  lifecycleStateOf,
  readyChannels,
  resolveLive,
  resolveWorking,
  type Snapshot,
  type VariationState,
  withVariation,
} from './item-state.ts'
import { type LifecycleState, outcomeOf } from './lifecycle.ts'
import { isSameValue, type Values, valuesOfType } from './values.ts'

/*
 * Pure functions that apply steps of the lifecycle to one item and judge the result as delivery would answer it. Single
 * calls, batches and plans share them. Links to other items are checked elsewhere.
 */

export interface Who {
  readonly by: string
  readonly at: string
}

/** Steps by variation id. */
export type Steps = ReadonlyMap<string, LifecycleAction>

/** A required value that delivery would lack after the steps. */
export interface Gap {
  readonly variationId: string
  readonly technicalFieldName: string
  /** `lost`: live now, and gone after the steps. `missing`: needed for a variation that is published. */
  readonly kind: 'missing' | 'lost'
  /** Source of the value: in the working copy for `missing`, live for `lost`. */
  readonly sourceVariationId: string | null
  /** The channels that require it; null: all. */
  readonly channels: readonly string[] | null
}

export interface PlannedItem {
  readonly before: ItemState
  /** The state to write; versions and history are derived from it on writing. */
  readonly after: ItemState
  /** The steps that were asked for and those that `resolve` has added, without those that are refused. */
  readonly steps: Steps
  /** Requested steps that the state machine refuses. */
  readonly refused: Steps
  /** Fields by variation id whose live inherited values become own values. */
  readonly kept: ReadonlyMap<string, readonly string[]>
  readonly gaps: readonly Gap[]
}

/** Applies the steps. `resolve` adds further steps, or keeps values, until no gap is left that it can close. */
export function planItem(before: ItemState, asked: Steps, who: Who, resolve?: PlanResolve): PlannedItem {
  const steps = new Map(asked)
  const kept = new Map<string, readonly string[]>()
  for (;;) {
    const { item, refused } = takeSteps(before, steps, who)
    const after = withReadyChannels(before, withKept(before, item, kept))
    const gaps = gapsOf(before, after, steps)
    if (resolve === undefined || !resolveGaps(resolve, { before, after, gaps, steps, kept })) {
      for (const variationId of refused.keys()) steps.delete(variationId)
      return { before, after, steps, refused, kept, gaps }
    }
  }
}

/** What was live before some steps, which is to be live again; null: nothing, in a working copy with this status. */
export interface LiveBack {
  readonly snapshot: Snapshot | null
  readonly status: Status
}

/** Takes publications back, by variation. Judged as a publish of what is live again, and as an unpublish where that is nothing. */
export function planBack(before: ItemState, back: ReadonlyMap<string, LiveBack>, { by, at }: Who): PlannedItem {
  const steps = new Map<string, LifecycleAction>()
  let after = before
  for (const [variationId, { snapshot, status }] of back) {
    const variation = after.variations.get(variationId)
    if (variation === undefined) continue
    steps.set(variationId, snapshot === null ? 'unpublish' : 'publish')
    if (snapshot === null) {
      after = withVariation(after, { ...variation, snapshot, status })
      continue
    }
    const own = valuesOfType(after.type, 'own', snapshot.own)
    const shared = valuesOfType(after.type, 'shared', snapshot.shared)
    const live = { ...variation, snapshot: { ...snapshot, own, shared, publishedAt: at, publishedBy: by } }
    const isBehind = differsFromSnapshot(after, live)
    after = withVariation(after, { ...live, status: isBehind ? 'draft' : 'published' })
  }
  return { before, after, steps, refused: new Map(), kept: new Map(), gaps: gapsOf(before, after, steps) }
}

function takeSteps(before: ItemState, steps: Steps, who: Who): { readonly item: ItemState; readonly refused: Steps } {
  const refused = new Map<string, LifecycleAction>()
  let item = before
  for (const [variationId, action] of steps) {
    const variation = before.variations.get(variationId)
    const next = variation && !before.isDeleted && stepped(item, variation, action, who)
    if (next) item = next
    else refused.set(variationId, action)
  }
  return { item, refused }
}

/** The state after a step by the state machine: the same object where it changes nothing, undefined where it is refused. */
export function stepped(
  item: ItemState,
  variation: VariationState,
  action: LifecycleAction,
  who: Who,
): ItemState | undefined {
  const status = outcomeOf(standingOf(item, variation, action), action)
  if (status === 'refused') return undefined
  if (status === 'nothing') return item
  const { snapshot } = variation
  return withVariation(item, {
    ...variation,
    status,
    snapshot: status === 'published' ? snapshotOf(item, variation, who) : status === 'draft' ? snapshot : null,
  })
}

/** Treats `published` with unpublished changes as a draft: within a batch the status follows only on writing. */
function standingOf(item: ItemState, variation: VariationState, action: LifecycleAction): LifecycleState {
  const standing = lifecycleStateOf(variation)
  const isBehind = action === 'publish' && standing.status === 'published' && differsFromSnapshot(item, variation)
  return isBehind ? { ...standing, status: 'draft' } : standing
}

/** A snapshot holds own and shared values only; inherited values are resolved from the ancestors' snapshots. */
const snapshotOf = (item: ItemState, variation: VariationState, { by, at }: Who): Snapshot => ({
  version: variation.version + 1,
  name: item.name,
  own: valuesOfType(item.type, 'own', variation.own),
  shared: valuesOfType(item.type, 'shared', item.shared),
  deliveryTargets: variation.deliveryTargets,
  publishedAt: at,
  publishedBy: by,
})

/** Limits new snapshots to the channels that are ready. With none ready they stay as they are, and the gaps block the step. */
function withReadyChannels(before: ItemState, after: ItemState): ItemState {
  if (!hasChannelRequirements(after.type)) return after
  let item = after
  for (const variation of after.variations.values()) {
    const { snapshot, variationId, deliveryTargets } = variation
    if (snapshot === null || snapshot.publishedAt === before.variations.get(variationId)?.snapshot?.publishedAt)
      continue
    const targets = deliveredTargets(after, variationId, deliveryTargets, plainValues(resolveLive(after, variationId)))
    if (targets === null || targets === snapshot.deliveryTargets) continue
    item = withVariation(item, { ...variation, snapshot: { ...snapshot, deliveryTargets: targets } })
  }
  return item
}

/** Delivered values of a variation; null where it is not live. */
export const deliveredOf = (item: ItemState, variationId: string): ResolvedValues | null =>
  item.isDeleted || !item.variations.get(variationId)?.snapshot ? null : resolveLive(item, variationId)

/**
 * Required values that delivery would lack: for a variation with a new snapshot all of them, for one that stays live those
 * that it has now. A value that was missing before the steps is not reported.
 */
function gapsOf(before: ItemState, after: ItemState, steps: Steps): Gap[] {
  if (after === before || after.type.fields.every(({ required }) => required === undefined)) return []
  return [...after.variations.values()].flatMap((variation): Gap[] => {
    const { variationId, snapshot } = variation
    if (snapshot === null || after.isDeleted) return []
    const was = before.variations.get(variationId)?.snapshot
    const isPublished = steps.get(variationId) === 'publish' && snapshot !== was
    const live = resolveLive(after, variationId)
    const needs = (field: Field) => neededBy(after, field, { variationId, isPublished, snapshot, live })
    const lacking = after.type.fields.filter(
      (field) => behaviourOf(field).isEmpty(live[field.technicalName]?.value ?? null) && needs(field) !== undefined,
    )
    if (lacking.length === 0 || (!isPublished && !was)) return []
    const source = isPublished ? resolveWorking(after, variationId) : resolveLive(before, variationId)
    return lacking.flatMap((field): Gap[] => {
      const { value = null, sourceVariationId = null } = source[field.technicalName] ?? {}
      const hadNone = behaviourOf(field).isEmpty(value)
      if (!isPublished && hadNone) return []
      return [
        {
          variationId,
          technicalFieldName: field.technicalName,
          kind: isPublished ? 'missing' : 'lost',
          sourceVariationId: hadNone ? null : sourceVariationId,
          channels: needs(field) ?? null,
        },
      ]
    })
  })
}

/**
 * The channels that an empty field blocks; null: all, undefined: none. A new snapshot is not blocked while at least one
 * channel is ready. A variation that stays live keeps its requirements on each of its channels.
 */
function neededBy(
  item: ItemState,
  { required }: Field,
  {
    variationId,
    isPublished,
    snapshot: { deliveryTargets },
    live,
  }: {
    readonly variationId: string
    readonly isPublished: boolean
    readonly snapshot: Snapshot
    readonly live: ResolvedValues
  },
): readonly string[] | null | undefined {
  if (required === 'onPublish') return null
  if (!Array.isArray(required)) return undefined
  const channels = channelsOf(item, variationId, deliveryTargets).filter((channel) => required.includes(channel))
  if (channels.length === 0) return undefined
  const isHeldBack = isPublished && readyChannels(item, variationId, deliveryTargets, plainValues(live)).length > 0
  return isHeldBack ? undefined : channels
}

interface Resolving {
  readonly before: ItemState
  readonly after: ItemState
  readonly gaps: readonly Gap[]
  readonly steps: Map<string, LifecycleAction>
  readonly kept: Map<string, readonly string[]>
}

/** Adds what closes gaps; answers whether anything was added. */
function resolveGaps(resolve: PlanResolve, { before, after, gaps, steps, kept }: Resolving): boolean {
  let isMore = false
  const add = (variationId: string, action: LifecycleAction) => {
    if (steps.has(variationId)) return
    steps.set(variationId, action)
    isMore = true
  }
  for (const { kind, variationId, sourceVariationId } of gaps) {
    if (resolve === 'publishAncestors' && kind === 'missing' && sourceVariationId !== null)
      add(sourceVariationId, 'publish')
    if (resolve === 'unpublishInheriting' && kind === 'lost') add(variationId, 'unpublish')
    if (resolve === 'keepValues' && kind === 'lost' && !kept.has(variationId)) {
      kept.set(variationId, inheritedAndGone(before, after, variationId))
      isMore = true
    }
  }
  return isMore
}

/** Fields whose live value is inherited from a variation that is no longer live. */
const inheritedAndGone = (before: ItemState, after: ItemState, variationId: string): string[] =>
  Object.entries(resolveLive(before, variationId)).flatMap(([name, { isInherited, sourceVariationId }]) =>
    isInherited && sourceVariationId !== null && !after.variations.get(sourceVariationId)?.snapshot ? [name] : [],
  )

/** Copies live inherited values into the snapshot, and into the working copy where it has no own value. */
function withKept(before: ItemState, after: ItemState, kept: ReadonlyMap<string, readonly string[]>): ItemState {
  let item = after
  for (const [variationId, names] of kept) {
    const variation = item.variations.get(variationId)
    if (!variation?.snapshot) continue
    const live = resolveLive(before, variationId)
    const values = Object.fromEntries(names.map((name) => [name, live[name]?.value ?? null]))
    item = withVariation(item, {
      ...variation,
      own: { ...values, ...variation.own },
      snapshot: { ...variation.snapshot, own: { ...variation.snapshot.own, ...values } },
    })
  }
  return item
}

export interface DeliveredField {
  readonly technicalFieldName: string
  readonly before: ResolvedValues[string] | null
  readonly after: ResolvedValues[string] | null
}

/** The fields that delivery answers otherwise in a variation: another value, or one that comes from another variation. */
export function deliveredDifference(before: ItemState, after: ItemState, variationId: string): DeliveredField[] {
  const [was, is] = [deliveredOf(before, variationId), deliveredOf(after, variationId)]
  if (was === null && is === null) return []
  return after.type.fields.flatMap(({ technicalName }) => {
    const [a, b] = [was?.[technicalName] ?? null, is?.[technicalName] ?? null]
    const value = b?.value ?? null
    const isSame =
      isSameValue(a?.value ?? null, value) && (value === null || a?.sourceVariationId === b?.sourceVariationId)
    return isSame ? [] : [{ technicalFieldName: technicalName, before: a, after: b }]
  })
}

/**
 * The delivered values of these variations, as sets with one value for each field, so that each different value is in
 * one set: a value that many variations inherit is the same object in all of them.
 */
export function distinctDelivered(item: ItemState, variationIds: readonly string[]): Values[] {
  const sets: Record<string, unknown>[] = []
  const known = new Map<string, Set<unknown>>()
  for (const variationId of variationIds) {
    for (const [name, { value }] of Object.entries(resolveLive(item, variationId))) {
      const values = known.get(name) ?? new Set()
      known.set(name, values)
      if (values.has(value)) continue
      const set = sets[values.size] ?? {}
      sets[values.size] = set
      set[name] = value
      values.add(value)
    }
  }
  return sets
}
