import { maxBulkChangeRows } from '@pim/contract/bulk-change/limits.ts'
import { UnreadableFile } from './file-problem.ts'

/** More than any content type has, with each of its fields in each of its variations. */
export const maxColumns = 5_000
/** Characters of one row: what is held in memory while a quote waits for its end. */
export const maxRowLength = 8_000_000
/** Rows of one file, with those that are empty; it may have several for each item. */
export const maxRows = maxBulkChangeRows
/** Values within one line of JSON, objects and lists among them: the server takes them in without a pause. */
export const maxParts = 100_000
/** Characters of a column's name. */
export const maxNameLength = 200
/** How much of a file is looked at to find its format, its delimiter and UTF-16. */
export const headBytes = 65_536

export function tooManyRows(row?: number): UnreadableFile {
  const message = `The file has more than ${maxRows} rows, with those that are empty.`
  const params = { max: maxRows }
  return new UnreadableFile({ code: 'TOO_MANY_ROWS', message, params, ...(row !== undefined && { row }) })
}
