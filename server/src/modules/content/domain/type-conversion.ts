import type { Field } from '@pim/contract'
import { behaviourOf, isShapeIssue } from '@pim/field-types'
import type { KeptField, TypeChange } from '../../content-model/index.ts'
import { chainOf } from './fallback.ts'
import type { ItemState, Snapshot, VariationState } from './item-state.ts'
import { isSameValue, slotOf, type Values } from './values.ts'

export interface Rewritten {
  readonly item: ItemState
  /** Fields of which the change takes something away, or that it leaves unfit to be published. */
  readonly affected: ReadonlySet<string>
}

/**
 * An item as it is under the changed description of its type. Its values are under their new names already. Working
 * copies and live snapshots change alike, so that nothing goes live, or stops being live, because somebody tidied the
 * model.
 */
export function rewriteItem(stored: ItemState, change: TypeChange, defaultVariationId: string): Rewritten {
  const affected = new Set<string>()
  let item: ItemState = { ...stored, type: change.after }
  for (const field of change.narrowed) item = convert(item, field, affected)
  for (const { after } of change.madeLocalizable) item = spread(item, after.technicalName, defaultVariationId)
  for (const { after } of change.madeShared) item = gather(item, after.technicalName, defaultVariationId, affected)
  for (const field of change.removed) item = remove(item, field.technicalName, affected)
  return { item, affected }
}

type Place = (values: Values) => Values

/** Does the same to own values, shared ones, and both of every snapshot; what stays the same stays the same object. */
function everywhere(item: ItemState, rewrite: Place): ItemState {
  const variations = [...item.variations].map(([id, variation]): [string, VariationState] => {
    const own = rewrite(variation.own)
    const snapshot = variation.snapshot && snapshotWith(variation.snapshot, rewrite)
    return own === variation.own && snapshot === variation.snapshot
      ? [id, variation]
      : [id, { ...variation, own, snapshot }]
  })
  return { ...item, shared: rewrite(item.shared), variations: new Map(variations) }
}

function snapshotWith(snapshot: Snapshot, rewrite: Place): Snapshot {
  const [own, shared] = [rewrite(snapshot.own), rewrite(snapshot.shared)]
  return own === snapshot.own && shared === snapshot.shared ? snapshot : { ...snapshot, own, shared }
}

const withValue = (values: Values, name: string, value: unknown): Values => ({ ...values, [name]: value })

const without = (values: Values, name: string): Values => {
  if (!Object.hasOwn(values, name)) return values
  const { [name]: _gone, ...rest } = values
  return rest
}

function remove(item: ItemState, name: string, affected: Set<string>): ItemState {
  return everywhere(item, (values) => {
    const slot = slotOf(values, name)
    if (slot !== undefined && slot.value !== null) affected.add(name)
    return without(values, name)
  })
}

function convert(item: ItemState, { before, after }: KeptField, affected: Set<string>): ItemState {
  const name = after.technicalName
  return everywhere(item, (values) => {
    const slot = slotOf(values, name)
    if (slot === undefined || slot.value === null) return values
    const outcome = converted(before, after, slot.value)
    if (!outcome.fits) affected.add(name)
    if (!('value' in outcome)) return without(values, name)
    return isSameValue(outcome.value, slot.value) ? values : withValue(values, name, outcome.value)
  })
}

interface Conversion {
  readonly fits: boolean
  /** Left out: it cannot be kept. */
  readonly value?: unknown
}

/** One value as a field of another type or with tighter settings has it. What can be kept is kept. */
function converted(before: Field, after: Field, value: unknown): Conversion {
  const room = behaviourOf(after)
  for (const candidate of candidatesOf(value)) {
    const reading = room.read(candidate)
    if (reading.issues.length === 0) return { fits: true, value: reading.value }
  }
  const reading = room.read(value)
  if (reading.issues.some(isShapeIssue)) return { fits: false }
  // It breaks a rule that can be mended; it counts as hurt by this change only where it was whole before.
  const wasWhole = before.type !== after.type || behaviourOf(before).read(value).issues.length === 0
  return { fits: !wasWhole, value: reading.value }
}

/** One thing may become the only one of a list, and the only one of a list one thing. */
const candidatesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value.length === 1 ? [value, value[0]] : [value]) : [value, [value]]

/** One value for all becomes a value of the default variation, which the others inherit. */
function spread(item: ItemState, name: string, defaultVariationId: string): ItemState {
  const slot = slotOf(item.shared, name)
  const holders = holdersOf(item, defaultVariationId)
  const variations = new Map<string, VariationState>()
  for (const variation of nearestLast(item)) {
    const own =
      slot !== undefined && holders.has(variation.variationId)
        ? withValue(variation.own, name, slot.value)
        : variation.own
    variations.set(variation.variationId, {
      ...variation,
      own,
      snapshot: spreadSnapshot(item, variation, name, variations),
    })
  }
  return { ...item, shared: without(item.shared, name), variations: inOrderOf(item, variations) }
}

/** The default variation, and the top of each chain that does not lead to it: everybody inherits from one of them. */
function holdersOf(item: ItemState, defaultVariationId: string): ReadonlySet<string> {
  const holders = new Set([defaultVariationId])
  for (const variationId of item.variations.keys()) {
    const chain = chainOf(item.fallbacks, variationId)
    const top = chain.at(-1)
    if (top !== undefined && !chain.includes(defaultVariationId)) holders.add(top)
  }
  return holders
}

/**
 * What is live stays as it was published: where the ancestors' snapshots would say something else, it says so itself.
 */
function spreadSnapshot(
  item: ItemState,
  { variationId, snapshot }: VariationState,
  name: string,
  done: ReadonlyMap<string, VariationState>,
): Snapshot | null {
  const slot = snapshot === null ? undefined : slotOf(snapshot.shared, name)
  if (snapshot === null || slot === undefined) return snapshot
  const [, ...ancestors] = chainOf(item.fallbacks, variationId)
  const inherited = firstOf(ancestors, (id) => slotOf(done.get(id)?.snapshot?.own ?? {}, name))
  const isInherited = inherited !== undefined && isSameValue(inherited.value, slot.value)
  return {
    ...snapshot,
    shared: without(snapshot.shared, name),
    own: isInherited ? snapshot.own : withValue(snapshot.own, name, slot.value),
  }
}

/** One value for each variation becomes one for all: that of the default variation. */
function gather(item: ItemState, name: string, defaultVariationId: string, affected: Set<string>): ItemState {
  const workingOf = (variationId: string) =>
    firstOf(chainOf(item.fallbacks, variationId), (id) => slotOf(item.variations.get(id)?.own ?? {}, name))
  const liveOf = (variationId: string) =>
    firstOf(chainOf(item.fallbacks, variationId), (id) => slotOf(item.variations.get(id)?.snapshot?.own ?? {}, name))
  const kept = workingOf(defaultVariationId)
  const variations = [...item.variations].map(([id, variation]): [string, VariationState] => {
    const own = slotOf(variation.own, name)
    if (own !== undefined && own.value !== null && !isSameValue(own.value, kept?.value)) affected.add(name)
    const live = variation.snapshot === null ? undefined : liveOf(id)
    const snapshot = variation.snapshot && {
      ...variation.snapshot,
      own: without(variation.snapshot.own, name),
      ...(live !== undefined && { shared: withValue(variation.snapshot.shared, name, live.value) }),
    }
    return [id, { ...variation, own: without(variation.own, name), snapshot }]
  })
  return {
    ...item,
    shared: kept === undefined ? item.shared : withValue(item.shared, name, kept.value),
    variations: new Map(variations),
  }
}

function firstOf<T>(ids: readonly string[], find: (id: string) => T | undefined): T | undefined {
  for (const id of ids) {
    const found = find(id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Ancestors before those who inherit from them. */
const nearestLast = (item: ItemState): VariationState[] =>
  [...item.variations.values()].toSorted(
    (a, b) => chainOf(item.fallbacks, a.variationId).length - chainOf(item.fallbacks, b.variationId).length,
  )

const inOrderOf = (item: ItemState, variations: ReadonlyMap<string, VariationState>): Map<string, VariationState> =>
  new Map(
    [...item.variations.keys()].flatMap((id) => {
      const variation = variations.get(id)
      return variation === undefined ? [] : [[id, variation] as const]
    }),
  )

/** Gives a unique field's value up in every working copy of an item that came second. */
export const withoutValues = (item: ItemState, names: ReadonlySet<string>): ItemState => {
  if (names.size === 0) return item
  const strip = (values: Values): Values => [...names].reduce(without, values)
  const variations = [...item.variations].map(([id, variation]): [string, VariationState] => [
    id,
    { ...variation, own: strip(variation.own) },
  ])
  return { ...item, shared: strip(item.shared), variations: new Map(variations) }
}

/** The item with its values under their new names, all moved at once: `a` to `b` while `b` goes to `c`. */
export function renameValues(item: ItemState, renames: ReadonlyMap<string, string>): ItemState {
  if (renames.size === 0) return item
  return everywhere(item, (values) =>
    Object.keys(values).some((name) => renames.has(name))
      ? Object.fromEntries(Object.entries(values).map(([name, value]) => [renames.get(name) ?? name, value]))
      : values,
  )
}
