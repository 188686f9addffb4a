import { isDeepStrictEqual } from 'node:util'
import { behaviourOf } from '@pim/field-types'
import type { ConceptPlace } from '../../taxonomies/index.ts'
import type { ItemState, Snapshot } from './item-state.ts'
import type { Values } from './values.ts'

/** The values of an item by where they are: what all variations share, and of each variation its own and what is live. */
type Where = Pick<ConceptPlace, 'variationId' | 'state'>

function valuesAt({ shared, variations }: ItemState, { variationId, state }: Where): Values | undefined {
  if (variationId === null) return shared
  const variation = variations.get(variationId)
  if (state === 'working') return variation?.own
  return state === 'live' ? variation?.snapshot?.own : variation?.snapshot?.shared
}

function* placesOfValues(item: ItemState): Generator<Where> {
  yield { variationId: null, state: 'working' }
  for (const [variationId, { snapshot }] of item.variations) {
    yield { variationId, state: 'working' }
    if (snapshot === null) continue
    yield { variationId, state: 'live' }
    yield { variationId, state: 'liveShared' }
  }
}

/** An entry of a list is told with its list: a merge takes out what would stand there twice. */
const listOf = (path: string): string => path.replace(/\[\d+\]$/, '')

/** The places where an item names a concept, with the value of each once another concept is named in its place. */
export function placesOf(item: ItemState, conceptId: string, successor: string): ConceptPlace[] {
  const found: ConceptPlace[] = []
  for (const where of placesOfValues(item)) {
    const values = valuesAt(item, where) ?? {}
    for (const field of item.type.fields) {
      const value = values[field.technicalName] ?? null
      const named = behaviourOf(field)
        .references(value)
        .filter(({ kind, id }) => kind === 'concept' && id === conceptId)
      for (const path of new Set(named.map((each) => listOf(each.path)))) {
        const before = at(value, path)
        if (!isNamed(before)) continue
        const after = typeof before === 'string' ? successor : replaced(before, conceptId, successor)
        found.push({ ...where, field: field.technicalName, path, before, after })
      }
    }
  }
  return found
}

const isNamed = (value: unknown): value is string | string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))

const replaced = (list: readonly string[], from: string, to: string): string[] => [
  ...new Set(list.map((id) => (id === from ? to : id))),
]

/** The item with what stood in these places, where what has taken it is still there; and in how many it is not. */
export function withPlacesBack(
  item: ItemState,
  places: readonly ConceptPlace[],
): { readonly item: ItemState; readonly left: number } {
  let [now, left] = [item, 0]
  for (const place of places) {
    const values = valuesAt(now, place)
    const value = values?.[place.field]
    if (values === undefined || !isDeepStrictEqual(at(value, place.path), place.after)) {
      left += 1
      continue
    }
    now = withValues(now, place, { ...values, [place.field]: withAt(value, stepsOf(place.path), place.before) })
  }
  return { item: now, left }
}

function withValues(item: ItemState, { variationId, state }: Where, values: Values): ItemState {
  if (variationId === null) return { ...item, shared: values }
  const variation = item.variations.get(variationId)
  if (variation === undefined) return item
  const snapshot = variation.snapshot as Snapshot
  const changed =
    state === 'working'
      ? { ...variation, own: values }
      : { ...variation, snapshot: { ...snapshot, [state === 'live' ? 'own' : 'shared']: values } }
  return { ...item, variations: new Map(item.variations).set(variationId, changed) }
}

/** `[2].about` is the key 2, and then `about`. */
const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\[(\d+)\]|\.([^.[]+)/g)].map(([, index, key]) => index ?? key ?? '')

const at = (value: unknown, path: string): unknown =>
  stepsOf(path).reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  )

function withAt(value: unknown, [step, ...rest]: readonly string[], next: unknown): unknown {
  if (step === undefined) return Array.isArray(next) ? [...next] : next
  if (Array.isArray(value))
    return value.map((entry, index) => (String(index) === step ? withAt(entry, rest, next) : entry))
  const inner = typeof value === 'object' && value !== null ? value : {}
  return { ...inner, [step]: withAt(Reflect.get(inner, step), rest, next) }
}
