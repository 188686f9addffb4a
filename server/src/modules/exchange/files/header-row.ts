/** A row as it stands in the file, without names for its cells. */
export interface PlainRow {
  /** As a spreadsheet counts. */
  readonly row: number
  readonly cells: readonly string[]
}

/** Which row has the names of the columns, and where the rows of items begin; both as a spreadsheet counts. */
export interface HeaderPlace {
  /** Left out: the first row that has anything in it. */
  readonly headerRow?: number | undefined
  /** Left out: the row after the names. */
  readonly firstRow?: number | undefined
}

/** Rows that are looked at: titles, addresses and notes above a table take fewer. */
export const mostAboveTable = 30

const isFilled = (cell: string): boolean => cell.trim() !== ''
const isNumber = (cell: string): boolean => /^[\s\d.,:%/€$£+-]+$/.test(cell)

/**
 * The first row whose cells are filled as those of the table below are mostly filled, and all of them words; undefined where that is the first
 * row that has anything, or where no row is like that.
 */
export function findHeaderRow(rows: readonly PlainRow[]): number | undefined {
  const filled = rows
    .map((row) => ({ ...row, words: row.cells.filter(isFilled) }))
    .filter(({ words }) => words.length > 0)
  const widths = filled.map(({ words }) => words.length).toSorted((one, other) => one - other)
  const usual = widths[Math.floor(widths.length / 2)] ?? 0
  const found = filled.findIndex(
    ({ words }) => words.length >= usual * 0.8 && words.length > 1 && !words.some(isNumber),
  )
  return found > 0 ? filled[found]?.row : undefined
}
