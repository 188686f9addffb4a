export { type FoundEncoding, findEncoding, type TextEncoding } from './files/encoding.ts'
export { type FileProblem, type FileProblemCode, UnreadableFile } from './files/file-problem.ts'
export { type Inspection, inspectFile } from './files/inspect-file.ts'
export { type FileFormat, type FileRow, type FileShape, findShape, readRows } from './files/read-rows.ts'
