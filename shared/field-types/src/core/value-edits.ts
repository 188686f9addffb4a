import type { ValueEditOf } from '@pim/contract'

/**
 * What a type can make of an old value; what is left out does not go with the type. Values come as they are stored, null where
 * there is none; what comes out is normalised and checked like any new value.
 */
export interface ValueEdits<Value> {
  append?(value: Value | null, edit: ValueEditOf<'append'>): unknown
  replaceText?(value: Value, edit: ValueEditOf<'replaceText'>): unknown
  calculate?(value: Value, edit: ValueEditOf<'calculate'>): unknown
  addEntries?(value: Value | null, edit: ValueEditOf<'addEntries'>): unknown
  removeEntries?(value: Value, edit: ValueEditOf<'removeEntries'>): unknown
}
