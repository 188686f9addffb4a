import { memo } from 'react'
import { FieldCell as CellInFrame, type FieldCellProps } from './frame/field-cell.tsx'
import { FieldEditor as EditorInFrame, type FieldEditorProps } from './frame/field-editor.tsx'
import { type FieldFilterInputProps, FieldFilterInput as FilterInputInFrame } from './frame/field-filter-input.tsx'
import { FieldViewsProvider } from './frame/field-views.tsx'
import { DefaultInput as DefaultInFrame, type DefaultInputProps } from './frame/settings/default-input.tsx'
import { SettingsForm as FormInFrame, type SettingsFormProps } from './frame/settings/settings-form.tsx'
import { viewOf } from './react-registry.gen.ts'

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

/** Draws the form of a field's settings, as the room of its type has it; nothing for a type without settings. */
export function SettingsForm(props: SettingsFormProps) {
  return (
    <FieldViewsProvider value={viewOf}>
      <FormInFrame {...props} />
    </FieldViewsProvider>
  )
}

/** Draws the editor of what a new item starts with in a field. */
export function DefaultInput(props: DefaultInputProps) {
  return (
    <FieldViewsProvider value={viewOf}>
      <DefaultInFrame {...props} />
    </FieldViewsProvider>
  )
}
