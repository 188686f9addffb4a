export { FieldCell, FieldEditor, FieldFilterInput } from './fields.tsx'
export type { FieldEditorProps } from './frame/field-editor.tsx'
export type { FieldFilterInputProps } from './frame/field-filter-input.tsx'
export {
  type ConceptLabel,
  type ConceptQuery,
  type FieldServices,
  FieldServicesProvider,
  type ItemLabel,
  type ItemQuery,
  UploadRefused,
} from './frame/field-services.tsx'
export { issueMessage } from './frame/issue-messages.ts'
export { useTextLanguage, ValueLanguage } from './frame/value-language.tsx'
