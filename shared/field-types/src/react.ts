export { FieldCell } from './frame/field-cell.tsx'
export { FieldEditor, type FieldEditorProps } from './frame/field-editor.tsx'
export { FieldFilterInput, type FieldFilterInputProps } from './frame/field-filter-input.tsx'
export {
  type ConceptLabel,
  type ConceptQuery,
  type FieldServices,
  FieldServicesProvider,
  type ItemLabel,
  type ItemQuery,
} from './frame/field-services.tsx'
