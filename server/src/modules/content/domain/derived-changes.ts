import type { Status, VersionSummary } from '@pim/contract'
import { fileFieldOf, resolveCompleteness } from '@pim/field-types'
import type { IndexChange, IndexedItem, ProjectedVariation, PublishedVariation } from '../../content-index/index.ts'
import type { SlotChange } from '../store/tables.ts'
import { chainOf, plainValues } from './fallback.ts'
import {
  differsFromSnapshot,
  hasChannelRequirements,
  type ItemState,
  readinessDerived,
  resolveLive,
  resolveWorking,
  type VariationState,
} from './item-state.ts'
import { statusAfterSharedChange } from './lifecycle.ts'
import { outdatedAfter, translationDerived } from './translation.ts'
import { isSameList, isSameSlot, slotOf, type Values } from './values.ts'

export type VersionAction = VersionSummary['action']

/** Who changed what, and when. `variationId` is left out for a change of the item itself (its name, its deletion). */
export interface ChangeCause {
  readonly action: VersionAction
  readonly variationId?: string
  /** What was done to each variation, where one change acts on several. */
  readonly actions?: ReadonlyMap<string, VersionAction>
  readonly by: string
  readonly at: string
  /** The bulk change that it is part of. */
  readonly bulkChangeId?: string | undefined
  /** The source whose batch it is part of. */
  readonly source?: string | undefined
}

export interface VersionEntry {
  readonly contentVariationId: string
  readonly version: number
  readonly action: VersionAction
  readonly status: Status
  readonly changes: Readonly<Record<string, SlotChange>>
}

export interface DerivedChanges {
  readonly item: ItemState
  readonly entries: readonly VersionEntry[]
}

/** Keys in the history for what is not a field. No technical name of a field may start with `$`. */
export const nameEntry = '$name'
export const targetsEntry = '$deliveryTargets'
/** In a bulk change: the texts that are behind their sources. The history has no such entry. */
export const outdatedEntry = '$outdated'
/** In a bulk change: the version that is live. The history has no such entry. */
export const publishEntry = '$publish'
/** In a bulk change: whether the item is deleted. The history has no such entry. */
export const deletedEntry = '$deleted'

/**
 * Compares the state before with the wanted one and derives, for each variation: version, status, history entry,
 * completeness and whether the working copy differs from the snapshot. The version rises by one for each change that
 * touches the variation, also one made through another variation; an untouched one keeps its version and time.
 */
export function deriveChanges(before: ItemState | null, wanted: ItemState, cause: ChangeCause): DerivedChanges {
  const sharedChanges = before?.shared === wanted.shared ? {} : changesBetween(before?.shared ?? {}, wanted.shared)
  const ofItem: Record<string, SlotChange> =
    before?.name === wanted.name
      ? sharedChanges
      : { ...sharedChanges, [nameEntry]: changeFrom(before && { value: before.name }) }

  const entries: VersionEntry[] = []
  const variations = new Map<string, VariationState>()
  for (const variation of wanted.variations.values()) {
    const was = before?.variations.get(variation.variationId)
    const changes = { ...ofItem, ...changesOf(was, variation) }
    const changed = Object.keys(changes).length > 0
    const own = cause.actions?.get(variation.variationId)
    const isActor = cause.variationId === variation.variationId || own !== undefined
    const status = statusOf(was, variation, changed, { isActor, isMigration: cause.action === 'migrate', wanted })
    const rises = was === undefined || changed || status !== was.status
    const version = was === undefined ? 1 : was.version + (rises ? 1 : 0)
    if (rises) {
      entries.push({
        contentVariationId: variation.contentVariationId,
        version,
        action:
          was === undefined ? cause.action : (own ?? (isActor || cause.action === 'migrate' ? cause.action : 'edit')),
        status,
        changes,
      })
    }
    variations.set(variation.variationId, {
      ...variation,
      status,
      version,
      ...(rises && { modifiedAt: cause.at, modifiedBy: cause.by }),
    })
  }
  const touchesItem =
    before === null || before.isDeleted !== wanted.isDeleted || entries.some(({ action }) => action !== 'create')
  const ownChange = before !== null && (before.name !== wanted.name || before.isDeleted !== wanted.isDeleted)
  const item = {
    ...wanted,
    variations,
    ...(ownChange && { version: before.version + 1 }),
    ...(touchesItem && { modifiedAt: cause.at, modifiedBy: cause.by }),
  }
  return { item: { ...item, variations: withDerived(item, before) }, entries }
}

interface Circumstances {
  readonly isActor: boolean
  readonly isMigration: boolean
  readonly wanted: ItemState
}

function statusOf(
  was: VariationState | undefined,
  is: VariationState,
  changed: boolean,
  { isActor, isMigration, wanted }: Circumstances,
): Status {
  // A step of the lifecycle has set the status already.
  if (was === undefined || was.status !== is.status) return is.status
  // A publish of an ancestor can make another channel ready, so an unchanged variation has something to publish.
  if (!changed)
    return hasChannelRequirements(wanted.type) && differsFromSnapshot(wanted, is)
      ? statusAfterSharedChange(is.status)
      : is.status
  // A type change or a deleted concept changes working copy and snapshot alike: that is no edit, so the status stays.
  const isTidied = isMigration || was.snapshot !== is.snapshot
  if (isTidied && !differsFromSnapshot(wanted, is)) return is.status
  if (isActor && is.status === 'unpublished') return 'draft'
  return statusAfterSharedChange(is.status)
}

/** Fields derived from resolved values; computed for every variation, because an ancestor's value is inherited. */
function withDerived(item: ItemState, before: ItemState | null): ReadonlyMap<string, VariationState> {
  const ofDefault = item.defaultVariationId === undefined ? {} : resolveWorking(item, item.defaultVariationId)
  const binaryField = fileFieldOf(item.type)
  return new Map(
    [...item.variations].map(([variationId, variation]) => {
      const resolved = resolveWorking(item, variationId)
      const values = plainValues(resolved)
      const outdated = outdatedAfter(before, item, variation)
      const binaryId = binaryField === undefined ? null : values[binaryField.technicalName]
      return [
        variationId,
        {
          ...variation,
          completeness: resolveCompleteness(item.type, values),
          ...readinessDerived(item, variation),
          outdated,
          translation: translationDerived(item, { ...variation, outdated }, resolved, ofDefault),
          hasUnpublishedChanges: differsFromSnapshot(item, variation),
          binaryId: typeof binaryId === 'string' ? binaryId : null,
        },
      ]
    }),
  )
}

/** The item with everything that is derived from its values made anew. */
export const derivedAnew = (item: ItemState): ItemState => ({ ...item, variations: withDerived(item, item) })

function changesOf(was: VariationState | undefined, is: VariationState): Record<string, SlotChange> {
  const own = was?.own === is.own ? {} : changesBetween(was?.own ?? {}, is.own)
  if (isSameList(was?.deliveryTargets ?? [], is.deliveryTargets)) return own
  return { ...own, [targetsEntry]: changeFrom(was && { value: was.deliveryTargets }) }
}

function changesBetween(before: Values, after: Values): Record<string, SlotChange> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].flatMap((name): [string, SlotChange][] => {
      const [was, is] = [slotOf(before, name), slotOf(after, name)]
      return isSameSlot(was, is) ? [] : [[name, changeFrom(was)]]
    }),
  )
}

const changeFrom = (before: { value: unknown } | null | undefined): SlotChange =>
  before ? { before: before.value } : {}

/** Whether the row of a variation is the same, but for its name and its values. */
export const isSameVariation = (a: VariationState, b: VariationState): boolean =>
  a.status === b.status &&
  a.completeness === b.completeness &&
  a.readiness === b.readiness &&
  a.translation === b.translation &&
  a.binaryId === b.binaryId &&
  a.mimeType === b.mimeType &&
  a.version === b.version &&
  a.snapshot === b.snapshot &&
  a.hasUnpublishedChanges === b.hasUnpublishedChanges &&
  a.outdated === b.outdated &&
  isSameList(a.missingFields, b.missingFields) &&
  isSameList(a.deliveryTargets, b.deliveryTargets)

const documentOf = (
  item: ItemState,
  variation: VariationState,
  values: ProjectedVariation['values'],
): ProjectedVariation => ({
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

/** The state as the index knows it. Values that are the same objects as before are not resolved again. */
export function indexedItem(item: ItemState, was?: IndexedBefore): IndexedItem {
  const known = (place: 'working' | 'live', variationId: string) =>
    was !== undefined && hasSameValues(place, was.item, item, variationId)
      ? was.indexed[place].find((document) => document.variationId === variationId)?.values
      : undefined
  const variations = [...item.variations.values()]
  return {
    contentItemId: item.contentItemId,
    contentTypeId: item.contentTypeId,
    contentType: item.type,
    isDeleted: item.isDeleted,
    working: variations.map((variation) => {
      const { variationId } = variation
      return documentOf(item, variation, known('working', variationId) ?? resolveWorking(item, variationId))
    }),
    live: publishedVariations(item, (variationId) => known('live', variationId)),
  }
}

/** The live variations of an item. `known`: values that are resolved already. */
export const publishedVariations = (
  item: ItemState,
  known: (variationId: string) => ProjectedVariation['values'] | undefined = () => undefined,
): PublishedVariation[] =>
  [...item.variations.values()].flatMap((variation) => {
    const { snapshot, variationId } = variation
    // A deleted item is not live.
    if (snapshot === null || item.isDeleted) return []
    return [
      {
        ...documentOf(item, variation, known(variationId) ?? resolveLive(item, variationId)),
        name: snapshot.name,
        publishedVersion: snapshot.version,
        publishedAt: snapshot.publishedAt,
        deliveryTargets: snapshot.deliveryTargets,
      },
    ]
  })

interface IndexedBefore {
  readonly item: ItemState
  readonly indexed: IndexedItem
}

export function indexChange(before: ItemState | null, after: ItemState): IndexChange {
  if (before === null) return { before: null, after: indexedItem(after) }
  const indexed = indexedItem(before)
  return { before: indexed, after: indexedItem(after, { item: before, indexed }) }
}

/** Compares by reference: values that a save did not touch are the same objects. Most saves touch one variation of many. */
function hasSameValues(place: 'working' | 'live', before: ItemState, after: ItemState, variationId: string): boolean {
  if (before.type !== after.type || before.fallbacks !== after.fallbacks) return false
  const valuesOf = (item: ItemState, id: string) => {
    const variation = item.variations.get(id)
    return place === 'working' ? variation?.own : variation?.snapshot?.own
  }
  const sharedOf = (item: ItemState) =>
    place === 'working' ? item.shared : item.variations.get(variationId)?.snapshot?.shared
  return (
    sharedOf(before) === sharedOf(after) &&
    chainOf(after.fallbacks, variationId).every((id) => valuesOf(before, id) === valuesOf(after, id))
  )
}
