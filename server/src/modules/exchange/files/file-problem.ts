/**
 * What can be wrong with a file of rows. Those of the first list end its reading; of the others each spoils one row, and the
 * reading goes on.
 */
const endings = [
  'EMPTY_FILE',
  'NOT_TEXT',
  'FORMAT_NOT_READ',
  'DAMAGED_WORKBOOK',
  'WORKBOOK_TOO_LARGE',
  'SHEET_NOT_FOUND',
  'COLUMN_WITHOUT_NAME',
  'DUPLICATE_COLUMN',
  'TOO_MANY_COLUMNS',
  'TOO_MANY_ROWS',
  'QUOTE_NOT_CLOSED',
  'ROW_TOO_LONG',
] as const
const ofRows = [
  'TOO_FEW_CELLS',
  'TOO_MANY_CELLS',
  'QUOTE_INSIDE',
  'DAMAGED_TEXT',
  'NOT_JSON',
  'NOT_AN_OBJECT',
  'DUPLICATE_NAME',
  'VALUE_REFUSED',
  'CELL_ERROR',
  'DAMAGED_CELL',
  'DATE_NOT_READ',
  'MERGED_CELLS',
  'KEY_MISSING',
  'DUPLICATE_KEY',
] as const

export type EndingCode = (typeof endings)[number]
export type FileProblemCode = EndingCode | (typeof ofRows)[number]

export interface FileProblem {
  readonly code: FileProblemCode
  /** In English, for developers; screens have a text of their own for each code. */
  readonly message: string
  /** As a spreadsheet counts: the names of the columns stand in row 1. Of JSON lines, the line. */
  readonly row?: number
  /** From 1. */
  readonly columnNumber?: number
  readonly column?: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** The file cannot be read, or not beyond a row. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem & { readonly code: EndingCode }

  constructor(problem: FileProblem & { readonly code: EndingCode }, cause?: unknown) {
    super(problem.message, cause === undefined ? undefined : { cause })
    this.name = 'UnreadableFile'
    this.problem = problem
  }
}
