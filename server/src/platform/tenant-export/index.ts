export { type ExportedTenant, ImportRefused } from './export-format.ts'
export { checkExport, importFiles, importRows } from './read-export.ts'
export { findExportedTables, lastMigration } from './tenant-tables.ts'
export { type ExportParts, tenantExport } from './write-export.ts'
