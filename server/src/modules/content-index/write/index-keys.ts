import type { Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { type KeyUse, keyUse, presenceKey, sortableKey } from '../../../core/sortable-key.ts'

export interface KeyOfValue {
  /** A currency or a unit; empty: the field's own keys. */
  readonly qualifier: string
  readonly key: string
  /** Of a reference among those of the value; 0 for all else. */
  readonly position: number
  readonly use: KeyUse
}

/** The keys by which filters and sorts on a field find a value that is not empty. */
export function keysOfValue(field: Field, value: unknown): KeyOfValue[] {
  const behaviour = behaviourOf(field)
  const { text = [], number = [], refs = [] } = behaviour.indexKeys(value)
  const keys = new Map<string, KeyOfValue>()
  const add = (qualifier: string, key: string, use: KeyUse, position = 0) => {
    const at = `${qualifier}|${key}`
    const known = keys.get(at)
    const own = known ?? { qualifier, key, position, use }
    keys.set(at, own.use === use ? own : { ...own, use: keyUse.findAndSort })
  }
  for (const each of text) add('', sortableKey('text', each), keyUse.find)
  for (const each of number) add(each.qualifier ?? '', sortableKey('number', each.number), keyUse.find)
  for (const [position, { id }] of refs.entries()) add('', sortableKey('ref', id), keyUse.find, position)
  const sort = behaviour.sortKey(value)
  if (sort !== null) add('', sortableKey(sort.column, sort.value), keyUse.sort)
  // Filters for empty and not empty use the field's own space, without a qualifier.
  if (![...keys.values()].some(({ qualifier }) => qualifier === '')) add('', presenceKey, keyUse.find)
  return [...keys.values()]
}
