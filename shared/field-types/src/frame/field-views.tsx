import type { FieldType } from '@pim/contract'
import { createContext, useContext } from 'react'
import type { FieldView } from './field-view.ts'

/** Looks up the editor and the cell of a field type. */
export type FieldViewLookup = (type: FieldType) => FieldView

const FieldViewsContext = createContext<FieldViewLookup | null>(null)

/**
 * Hands the registry of field types down to the fields below it. A group or a table draws fields of other types; it reads
 * the registry from this context, because importing the registry, which imports every field type, would be a circle.
 */
export const FieldViewsProvider = FieldViewsContext.Provider

/** The editor and the cell of a field type. Throws outside of a `FieldViewsProvider`. */
export function useFieldView(type: FieldType): FieldView {
  const viewOf = useContext(FieldViewsContext)
  if (viewOf === null) throw new Error('A field is drawn outside of a FieldViewsProvider.')
  return viewOf(type)
}
