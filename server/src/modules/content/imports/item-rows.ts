import { problemsColumn } from '@pim/contract/export/columns.ts'
import { type FileRow, type FileShape, type OpenFile, readRows } from '../../exchange/index.ts'

/** The rows of a file, as `readRows` gives them, without what a file of rows to mend says of its own rows. */
export async function* itemRows(
  open: OpenFile,
  shape: FileShape,
  onColumns: (columns: Iterable<string>) => void = () => undefined,
): AsyncGenerator<FileRow> {
  const isOfFile = (column: string) => column !== problemsColumn
  for await (const row of readRows(open, shape, (columns) => onColumns([...columns].filter(isOfFile)))) {
    if (!row.values.has(problemsColumn)) yield row
    else yield { ...row, values: new Map([...row.values].filter(([column]) => isOfFile(column))) }
  }
}
