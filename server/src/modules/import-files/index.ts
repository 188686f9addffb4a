export { mediaTypesOfRows, requireAllowed, wholeMs } from './fetch-import-file.ts'
export { findImportKeys } from './import-file.repository.ts'
export { createImportFiles, type ImportFiles } from './import-files.ts'
