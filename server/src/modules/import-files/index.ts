export { findImportKeys } from './import-file.repository.ts'
export { createImportFiles, type ImportFiles } from './import-files.ts'
