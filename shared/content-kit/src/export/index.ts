export { ExportFormat, ExportType, ExportValues } from './export-choices.tsx'
export { type ExportDraft, exportDraftOf, exportProfileOf, exportRequestOf, newExportDraft } from './export-draft.ts'
export { useExport } from './use-export.ts'
