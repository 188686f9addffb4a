import type { TouchedDelivery, TouchedList } from '../events/index.ts'

/** What of the tenant's content an answer was made from. */
export interface Dependencies {
  /** The items that it shows, and those that were asked for and are not live. */
  readonly items: ReadonlySet<string>
  /** Left out where it shows nothing but these items. */
  readonly list?: ListDependencies | undefined
}

/** A list changes where a row comes, goes or moves. What is inside a row is known by its item. */
export interface ListDependencies {
  /** Undefined: any type. */
  readonly typeIds?: ReadonlySet<string> | undefined
  /** Undefined: any variation. */
  readonly variationIds?: ReadonlySet<string> | undefined
  /** The fields that it is filtered and ordered by. */
  readonly fields: ReadonlySet<string>
  readonly order: 'id' | 'publication' | 'name' | 'field'
  /** For each filter for equality the fingerprints of keys of which every row has one. */
  readonly required: readonly (readonly number[])[]
}

/** Of answers that are made from the tenant's settings alone. */
export const nothingLive: Dependencies = { items: new Set() }

/** Whether a change may make another answer of this. A change of types or variations may of any. */
export function isTouchedBy({ items, lists, model, variations }: TouchedDelivery, made: Dependencies): boolean {
  if (model === true || variations === true) return true
  if (items?.some((id) => made.items.has(id))) return true
  const { list } = made
  return list !== undefined && (lists?.some((touched) => isListTouched(touched, list)) ?? false)
}

function isListTouched(touched: TouchedList, list: ListDependencies): boolean {
  const { contentTypeId, variationId, rows, name, fields, keys } = touched
  if (!(list.typeIds?.has(contentTypeId) ?? true) || !(list.variationIds?.has(variationId) ?? true)) return false
  const mayMove =
    rows ||
    list.order === 'publication' ||
    (list.order === 'name' && name) ||
    (fields?.some((field) => list.fields.has(field)) ?? true)
  if (!mayMove || keys === undefined) return mayMove
  // A row that meets no filter, neither before nor after the change, is no part of the list.
  const has = new Set(keys)
  return list.required.every((required) => required.some((key) => has.has(key)))
}
