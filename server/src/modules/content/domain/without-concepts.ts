import type { ContentType, Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { ItemState, Snapshot, VariationState } from './item-state.ts'
import type { Values } from './values.ts'

/**
 * Removes the concepts from working copies and from snapshots alike, so that delivery sends no id of a missing concept
 * and a published variation stays published without pending changes.
 */
export function withoutConcepts(item: ItemState, gone: ReadonlySet<string>): ItemState {
  const variations = [...item.variations].map(([id, variation]): [string, VariationState] => {
    const own = valuesWithout(item.type, variation.own, gone)
    const snapshot = variation.snapshot && snapshotWithout(item.type, variation.snapshot, gone)
    const isSame = own === variation.own && snapshot === variation.snapshot
    return [id, isSame ? variation : { ...variation, own, snapshot }]
  })
  return { ...item, shared: valuesWithout(item.type, item.shared, gone), variations: new Map(variations) }
}

function snapshotWithout(type: ContentType, snapshot: Snapshot, gone: ReadonlySet<string>): Snapshot {
  const own = valuesWithout(type, snapshot.own, gone)
  const shared = valuesWithout(type, snapshot.shared, gone)
  return own === snapshot.own && shared === snapshot.shared ? snapshot : { ...snapshot, own, shared }
}

function valuesWithout(type: ContentType, values: Values, gone: ReadonlySet<string>): Values {
  const changed = type.fields.flatMap((field): [string, unknown][] => {
    const value = values[field.technicalName]
    if (value === undefined || value === null) return []
    const next = valueWithout(field, value, gone)
    return next === value ? [] : [[field.technicalName, next]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** The value without the concepts; `null` where nothing is left, because an absent value would start to inherit. */
function valueWithout(field: Field, value: unknown, gone: ReadonlySet<string>): unknown {
  const behaviour = behaviourOf(field)
  const paths = behaviour
    .references(value)
    .filter(({ kind, id }) => kind === 'concept' && gone.has(id))
    .map(({ path }) => path)
  if (paths.length === 0) return value
  if (paths.includes('')) return null
  return behaviour.read(withoutPlaces(value, new Set(paths), '')).value
}

/** Removes the entries at these paths, at any depth (lists, groups, tables). */
function withoutPlaces(value: unknown, paths: ReadonlySet<string>, at: string): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      const path = `${at}[${index}]`
      return paths.has(path) ? [] : [withoutPlaces(entry, paths, path)]
    })
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const path = `${at}.${key}`
      return paths.has(path) ? [] : [[key, withoutPlaces(entry, paths, path)]]
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
