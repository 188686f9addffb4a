import { memo } from 'react'
import { FieldCell as CellInFrame, type FieldCellProps } from './frame/field-cell.tsx'
import { FieldEditor as EditorInFrame, type FieldEditorProps } from './frame/field-editor.tsx'
import { type FieldFilterInputProps, FieldFilterInput as FilterInputInFrame } from './frame/field-filter-input.tsx'
import { FieldViewsProvider } from './frame/field-views.tsx'
import { viewOf } from './react-registry.ts'

/** Draws a value for reading: in a list, a comparison, a history. */
export const FieldCell = memo(function FieldCell(props: FieldCellProps) {
  return (
    <FieldViewsProvider value={viewOf}>
      <CellInFrame {...props} />
    </FieldViewsProvider>
  )
})

/** Draws a field for editing, with its label, help text and errors. */
export const FieldEditor = memo(function FieldEditor(props: FieldEditorProps) {
  return (
    <FieldViewsProvider value={viewOf}>
      <EditorInFrame {...props} />
    </FieldViewsProvider>
  )
})

/** Draws the inputs for the operands of a filter by a field. */
export function FieldFilterInput(props: FieldFilterInputProps) {
  return (
    <FieldViewsProvider value={viewOf}>
      <FilterInputInFrame {...props} />
    </FieldViewsProvider>
  )
}
