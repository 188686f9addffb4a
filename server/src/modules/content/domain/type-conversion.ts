import type { Field } from '@pim/contract'
import { behaviourOf, contentOf, isShapeIssue } from '@pim/field-types'
import type { KeptField, TypeChange } from '../../content-model/index.ts'
import { chainOf } from './fallback.ts'
import type { ItemState, Snapshot, VariationState } from './item-state.ts'
import { isSameValue, slotOf, type Values } from './values.ts'

export interface Rewritten {
  readonly item: ItemState
  /** Fields that lose a value by the change, or are no longer valid after it. */
  readonly affected: ReadonlySet<string>
}

/**
 * Converts the values of an item (already under their new names) to the changed type. Working copies and snapshots are
 * converted alike, so that a change of the type publishes and unpublishes nothing.
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

/** Applies a function to own and shared values and to those of every snapshot. Unchanged values stay the same objects. */
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
    const outcome = converted(before, after, contentOf(slot.value))
    if (!outcome.fits) affected.add(name)
    if (!('value' in outcome)) return without(values, name)
    return isSameValue(outcome.value, contentOf(slot.value)) ? values : withValue(values, name, outcome.value)
  })
}

interface Conversion {
  readonly fits: boolean
  /** Left out where the value cannot be kept. */
  readonly value?: unknown
}

/** Reads a value by the field's new type and settings; an invalid but well-formed value is kept. */
function converted(before: Field, after: Field, value: unknown): Conversion {
  const room = behaviourOf(after)
  for (const candidate of candidatesOf(value)) {
    const reading = room.read(candidate)
    if (reading.issues.length === 0) return { fits: true, value: reading.value }
  }
  const reading = room.read(value)
  if (reading.issues.some(isShapeIssue)) return { fits: false }
  // Well-formed but against a rule: counts as affected by this change only if it was valid before.
  const wasWhole = before.type !== after.type || behaviourOf(before).read(value).issues.length === 0
  return { fits: !wasWhole, value: reading.value }
}

/** Also tries a single value as a list of one, and a list of one as a single value. */
const candidatesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value.length === 1 ? [value, value[0]] : [value]) : [value, [value]]

/** A field becomes localizable: the shared value becomes the default variation's own, which the others inherit. */
function spread(item: ItemState, name: string, defaultVariationId: string): ItemState {
  const slot = slotOf(item.shared, name)
  const holders = holdersOf(item, defaultVariationId)
  const variations = new Map<string, VariationState>()
  for (const variation of ancestorsFirst(item)) {
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

/** The default variation and the root of each chain without it: every variation inherits from one of these. */
function holdersOf(item: ItemState, defaultVariationId: string): ReadonlySet<string> {
  const holders = new Set([defaultVariationId])
  for (const variationId of item.variations.keys()) {
    const chain = chainOf(item.fallbacks, variationId)
    const top = chain.at(-1)
    if (top !== undefined && !chain.includes(defaultVariationId)) holders.add(top)
  }
  return holders
}

/** Keeps what is delivered: the snapshot gets an own value only where its ancestors' snapshots have another one. */
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

/** A field becomes shared: the default variation's value is kept for all, the others are lost. */
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

/** Sorted so that each variation comes after its ancestors. */
const ancestorsFirst = (item: ItemState): VariationState[] =>
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

/** Removes the values of these fields from working copies and from what is live: of an item whose unique values others have. */
export const withoutValues = (item: ItemState, names: ReadonlySet<string>): ItemState =>
  names.size === 0 ? item : everywhere(item, (values) => [...names].reduce(without, values))

/** Renames all fields in one step, so that `a` can become `b` while `b` becomes `c`. */
export function renameValues(item: ItemState, renames: ReadonlyMap<string, string>): ItemState {
  if (renames.size === 0) return item
  return everywhere(item, (values) =>
    Object.keys(values).some((name) => renames.has(name))
      ? Object.fromEntries(Object.entries(values).map(([name, value]) => [renames.get(name) ?? name, value]))
      : values,
  )
}
