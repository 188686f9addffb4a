import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, type PlacedReference } from '@pim/field-types'
import type { ItemState, Snapshot, VariationState } from './item-state.ts'
import type { Values } from './values.ts'

/** By the id of a concept: the id of the one that takes its place, or null. */
export type EndedConcepts = ReadonlyMap<string, string | null>

/**
 * Removes the concepts from working copies and from snapshots alike, so that delivery sends no id of a missing concept
 * and a published variation stays published without pending changes.
 */
export const withoutConcepts = (item: ItemState, gone: ReadonlySet<string>): ItemState =>
  withConceptsReplaced(item, new Map([...gone].map((id) => [id, null])))

/** The same with another concept in the place of each that leads to one; null takes it out. */
export function withConceptsReplaced(item: ItemState, ended: EndedConcepts): ItemState {
  const variations = [...item.variations].map(([id, variation]): [string, VariationState] => {
    const own = valuesWithout(item.type, variation.own, ended)
    const snapshot = variation.snapshot && snapshotWithout(item.type, variation.snapshot, ended)
    const isSame = own === variation.own && snapshot === variation.snapshot
    return [id, isSame ? variation : { ...variation, own, snapshot }]
  })
  return { ...item, shared: valuesWithout(item.type, item.shared, ended), variations: new Map(variations) }
}

function snapshotWithout(type: ContentType, snapshot: Snapshot, ended: EndedConcepts): Snapshot {
  const own = valuesWithout(type, snapshot.own, ended)
  const shared = valuesWithout(type, snapshot.shared, ended)
  return own === snapshot.own && shared === snapshot.shared ? snapshot : { ...snapshot, own, shared }
}

function valuesWithout(type: ContentType, values: Values, ended: EndedConcepts): Values {
  const changed = type.fields.flatMap((field): [string, unknown][] => {
    const value = values[field.technicalName]
    if (value === undefined || value === null) return []
    const next = valueWithout(field, value, ended)
    return next === value ? [] : [[field.technicalName, next]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

const valueWithout = (field: Field, value: unknown, ended: EndedConcepts): unknown =>
  withReferences(field, value, ({ kind, id }) =>
    kind === 'concept' && ended.has(id) ? (ended.get(id) ?? null) : undefined,
  )

/**
 * The value with other references, `null` in the place of one that is taken out, `undefined` where it stays. The value is
 * `null` where nothing is left, because an absent one would start to inherit.
 */
export function withReferences(
  field: Field,
  value: unknown,
  nextOf: (reference: PlacedReference) => string | null | undefined,
): unknown {
  const behaviour = behaviourOf(field)
  const places = new Map(
    behaviour.references(value).flatMap((reference) => {
      const next = nextOf(reference)
      return next === undefined ? [] : [[next === null ? wholePlace(reference.path) : reference.path, next] as const]
    }),
  )
  if (places.size === 0) return value
  if (places.has('')) return places.get('') ?? null
  return behaviour.read(withPlaces(value, places, '')).value
}

/** A picture of a rich text goes as a whole, and so does the mark of a link, whose words stay. */
const wholePlace = (path: string): string => path.replace(/\.attrs\.(?:mediaItemId|contentItemId)$/, '')

/** Replaces the entries at these paths, at any depth (lists, groups, tables); none of a list stands in it twice. */
function withPlaces(value: unknown, places: ReadonlyMap<string, string | null>, at: string): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry, index) => {
      const path = `${at}[${index}]`
      return places.has(path) ? places.get(path) : withPlaces(entry, places, path)
    })
    const isReplaced = value.some((_, index) => places.has(`${at}[${index}]`))
    if (!isReplaced) return entries
    return entries.filter((entry, index) => entry !== null && entries.indexOf(entry) === index)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const path = `${at}.${key}`
      if (!places.has(path)) return [[key, withPlaces(entry, places, path)]]
      const next = places.get(path) ?? null
      return next === null ? [] : [[key, next]]
    }),
  )
}

/** The concepts that working copies or snapshots name. */
export function conceptsOf(item: ItemState): Set<string> {
  const places = [...item.variations.values()].flatMap(({ own, snapshot }) =>
    snapshot === null ? [own] : [own, snapshot.own, snapshot.shared],
  )
  return new Set(
    [item.shared, ...places].flatMap((values) =>
      item.type.fields.flatMap((field) =>
        behaviourOf(field)
          .references(values[field.technicalName] ?? null)
          .flatMap(({ kind, id }) => (kind === 'concept' ? [id] : [])),
      ),
    ),
  )
}
