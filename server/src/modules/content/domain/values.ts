import { isDeepStrictEqual } from 'node:util'
import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, type PlacedReference } from '@pim/field-types'

/** Own values by technical field name. `null` is a value (deliberately empty); an absent field inherits. */
export type Values = Readonly<Record<string, unknown>>

/** An optional value: `undefined` means no own value (inherits), `{ value: null }` means deliberately empty. */
export type Slot = { readonly value: unknown } | undefined

/** Reads own properties only, because a field may be called `constructor`. */
export const slotOf = (values: Values, name: string): Slot =>
  Object.hasOwn(values, name) ? { value: values[name] } : undefined

export const isSameSlot = (a: Slot, b: Slot): boolean =>
  a === undefined || b === undefined ? a === b : isSameValue(a.value, b.value)

export const isSameValue = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a, b)

export const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((entry, at) => entry === b[at]))

/** A field that is not localizable has one value for the item, shared by all its variations. */
export const isShared = (field: Field): boolean => field.localizable === false

const fieldsByName = new WeakMap<ContentType, ReadonlyMap<string, Field>>()

export function fieldsOf(type: ContentType): ReadonlyMap<string, Field> {
  let fields = fieldsByName.get(type)
  if (fields === undefined) {
    fields = new Map(type.fields.map((field) => [field.technicalName, field]))
    fieldsByName.set(type, fields)
  }
  return fields
}

/** The values whose fields the content type still has, own or shared as the type has them now. */
export const valuesOfType = (type: ContentType, place: 'own' | 'shared', values: Values): Values =>
  Object.fromEntries(
    type.fields
      .filter((field) => isShared(field) === (place === 'shared') && Object.hasOwn(values, field.technicalName))
      .map((field) => [field.technicalName, values[field.technicalName]]),
  )

export function withSlots(values: Values, slots: ReadonlyMap<string, Slot>): Values {
  if (slots.size === 0) return values
  const next = new Map(Object.entries(values))
  for (const [name, slot] of slots) {
    if (slot === undefined) next.delete(name)
    else next.set(name, slot.value)
  }
  return Object.fromEntries(next)
}

export interface FieldReferences {
  readonly field: Field
  readonly references: readonly PlacedReference[]
}

/** The references of a value. One that `before` had already is left out: this save did not make it. */
export function referencesOf(field: Field, value: unknown, before?: unknown): FieldReferences {
  const known = new Set(
    behaviourOf(field)
      .references(before ?? null)
      .map(({ kind, id }) => `${kind}:${id}`),
  )
  const references = behaviourOf(field).references(value)
  return { field, references: references.filter(({ kind, id }) => !known.has(`${kind}:${id}`)) }
}
