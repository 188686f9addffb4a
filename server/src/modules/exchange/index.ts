export { csvCell, shownText } from './files/csv-cells.ts'
export type { Delimiter } from './files/delimiter.ts'
export { type FoundEncoding, findEncoding, type TextEncoding } from './files/encoding.ts'
export { type FileProblem, type FileProblemCode, UnreadableFile } from './files/file-problem.ts'
export { type Inspection, inspectFile } from './files/inspect-file.ts'
export { KeyLedger } from './files/key-ledger.ts'
export { maxRowLength } from './files/limits.ts'
export type { OpenFile } from './files/open-file.ts'
export {
  type FileFormat,
  type FileRow,
  type FileShape,
  findShape,
  namesOwnColumns,
  readRows,
  requireFewRows,
} from './files/read-rows.ts'
export { FileWorkers, type FileWorkersOptions, type ReadFile } from './reading/file-workers.ts'
export { inBatches } from './reading/in-batches.ts'
export { serveFiles } from './reading/serve-files.ts'
export type { WorkbookSheet } from './workbooks/workbook-parts.ts'
export { type WrittenCell, writeWorkbook } from './workbooks/write-workbook.ts'
