import type { ImportDerivedColumn } from '@pim/contract'
import { deriving } from '@pim/contract/import/derived-columns.ts'
import { type FileFormat, type FileRow, maxRowLength, UnreadableFile } from '../../exchange/index.ts'
import { textOfCell } from './read-cells.ts'

/**
 * The rows with the cells of the columns that the mapping makes. Throws `UnreadableFile` where those of a row have more characters than a row of a file
 * may have: each of many columns may be made from the same long cell.
 */
export async function* withDerivedCells(
  rows: AsyncIterable<FileRow>,
  derived: readonly ImportDerivedColumn[],
  format: FileFormat,
): AsyncGenerator<FileRow> {
  const makers = derived.map(({ column, from }) => ({ column, cellOf: deriving(from) }))
  for await (const row of rows) {
    const values = new Map(row.values)
    const cells = {
      cellIn: (column: string) => row.values.get(column),
      textIn: (column: string) => textOfCell(row.values.get(column), format),
    }
    let length = 0
    for (const { column, cellOf } of makers) {
      const cell = cellOf(cells)
      if (cell === undefined) continue
      values.set(column, cell)
      if (typeof cell === 'string') length += cell.length
      // Defence 375
      if (length > maxRowLength) throw tooLong(row.row)
    }
    yield { ...row, values }
  }
}

function tooLong(row: number): UnreadableFile {
  const message = `The columns that are made of row ${row} have more than ${maxRowLength} characters.`
  return new UnreadableFile({ code: 'ROW_TOO_LONG', message, row, params: { max: maxRowLength } })
}
