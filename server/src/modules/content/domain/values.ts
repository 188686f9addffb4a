import { isDeepStrictEqual } from 'node:util'
import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, LongValue, type PlacedReference } from '@pim/field-types'
import { inOneGo } from '@pim/field-types/steps'
import { isMadeHere, longValueInSteps, markerOf, maxInlineLength, readMarker } from '../../../core/long-value.ts'

/** Own values by technical field name. `null` is a value (deliberately empty); an absent field inherits. */
export type Values = Readonly<Record<string, unknown>>

/** An optional value: `undefined` means no own value (inherits), `{ value: null }` means deliberately empty. */
export type Slot = { readonly value: unknown } | undefined

/** Reads own properties only, because a field may be called `constructor`. */
export const slotOf = (values: Values, name: string): Slot =>
  Object.hasOwn(values, name) ? { value: values[name] } : undefined

export const isSameSlot = (a: Slot, b: Slot): boolean =>
  a === undefined || b === undefined ? a === b : isSameValue(a.value, b.value)

/** Long values are compared by their hashes. */
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
  const references = behaviourOf(field).references(value)
  if (references.length === 0) return { field, references }
  const known = new Set(
    behaviourOf(field)
      .references(before ?? null)
      .map(({ kind, id }) => `${kind}:${id}`),
  )
  return { field, references: references.filter(({ kind, id }) => !known.has(`${kind}:${id}`)) }
}

/** A quick look, as most values are short. */
export const mayBeLong = (field: Field, value: unknown): boolean =>
  behaviourOf(field).room.canBeLong && (typeof value !== 'string' || value.length > maxInlineLength)

/**
 * Long values as what stands for them. A value that was there before stays the same object, and equal ones become one: by
 * that the index sees what has changed. Adds to `made` what may have to be stored.
 */
export function longValuesApart(
  type: ContentType,
  values: Values,
  was: Values | undefined,
  made: Map<string, LongValue>,
): Values {
  if (values === was) return values
  const fields = fieldsOf(type)
  const changed = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = fields.get(name)
    if (field === undefined || value === was?.[name]) return []
    const long =
      value instanceof LongValue ? value : mayBeLong(field, value) ? inOneGo(longValueInSteps(field, value)) : undefined
    if (long === undefined) return []
    const before = was?.[name]
    if (before instanceof LongValue && before.hash === long.hash) return [[name, before]]
    const known = made.get(long.hash) ?? long
    if (isMadeHere(known)) made.set(known.hash, known)
    return [[name, known]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** As they are stored. */
export const storedValues = (values: Values): Values =>
  Object.values(values).some((value) => value instanceof LongValue)
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedValue(value)]))
    : values

export const storedValue = (value: unknown): unknown => (value instanceof LongValue ? markerOf(value) : value)

/** Values as they were stored, with a `LongValue` for each marker; `known` holds them by hash, so that equal ones are one object. */
export function readStored(stored: Values, known: Map<string, LongValue>): Values {
  let read: Record<string, unknown> | undefined
  for (const name in stored) {
    const value = stored[name]
    // A quick look first, because most values are short.
    if (typeof value !== 'object' || value === null || !('$long' in value)) continue
    const long = readMarker(value)
    if (long === undefined) continue
    const same = known.get(long.hash) ?? long
    known.set(long.hash, same)
    read ??= { ...stored }
    read[name] = same
  }
  return read ?? stored
}
