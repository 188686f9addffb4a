export { DefaultInput, FieldCell, FieldEditor, FieldFilterInput, SettingsForm } from './fields.tsx'
export { DragHandle } from './frame/drag-handle.tsx'
export { EntryActions, moveByKey, moved, Said, useOrderedList } from './frame/entry-actions.tsx'
export type { FieldEditorProps } from './frame/field-editor.tsx'
export type { FieldFilterInputProps } from './frame/field-filter-input.tsx'
export { FieldPlace } from './frame/field-place.tsx'
export {
  type ConceptLabel,
  type ConceptQuery,
  type FieldServices,
  FieldServicesProvider,
  type ItemLabel,
  type ItemQuery,
  type MediaRestrictions,
  type MediaUpload,
  UploadRefused,
} from './frame/field-services.tsx'
export { issueMessage } from './frame/issue-messages.ts'
export { LocalizedInput, type LocalizedInputProps } from './frame/settings/localized-input.tsx'
export type { SettingsWorld } from './frame/settings/settings-scope.tsx'
export { useDragOrder } from './frame/use-drag-order.ts'
export { useTextLanguage, ValueLanguage } from './frame/value-language.tsx'
