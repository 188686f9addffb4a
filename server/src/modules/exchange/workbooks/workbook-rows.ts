import { columnsOf } from '../files/columns.ts'
import type { ReadRow } from '../files/csv-rows.ts'
import { isDamaged } from '../files/encoding.ts'
import type { FileProblem } from '../files/file-problem.ts'
import type { HeaderPlace, PlainRow } from '../files/header-row.ts'
import type { OpenFile } from '../files/open-file.ts'
import { leftOutText } from './left-out.ts'
import { columnLetters, findMergedRanges, type MergedRange } from './merged-cells.ts'
import { readXml } from './read-xml.ts'
import { readSharedStrings } from './shared-strings.ts'
import { type Cell, SheetCells, type SheetRow } from './sheet-cells.ts'
import { readWorkbookParts, type WorkbookSheet } from './workbook-parts.ts'
import { cannotRead, openZipParts } from './zip-parts.ts'

/** The sheets of a workbook, in its order. Throws `UnreadableFile` for what is none. */
export async function findSheets(open: OpenFile): Promise<WorkbookSheet[]> {
  const zip = await openZipParts(open)
  try {
    const { sheets } = await readWorkbookParts(zip)
    return sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  } finally {
    await zip.close()
  }
}

/** Rows that a sheet writes down, also where they are empty; looked for without reading their cells, and as far as `most`. */
export async function countWrittenRows(open: OpenFile, sheetName: string, most: number): Promise<number> {
  const zip = await openZipParts(open)
  try {
    const { sheets } = await readWorkbookParts(zip)
    const sheet = sheets.find(({ name }) => name === sheetName)
    let count = 0
    let rest = ''
    for await (const chunk of sheet === undefined ? [] : zip.read(sheet.part)) {
      const text = rest + chunk.toString('latin1')
      const whole = text.lastIndexOf('<')
      if (whole === -1) continue
      count += text.slice(0, whole).match(/<(?:\w+:)?row[\s/>]/g)?.length ?? 0
      if (count > most) return count
      rest = text.slice(whole, whole + longestTagName)
    }
    return count
  } finally {
    await zip.close()
  }
}

const longestTagName = 100

/**
 * The rows of a sheet, in memory that does not grow with the sheet; the first row with anything in it, from `headerRow` on, has the names of the columns.
 * A cell without anything is an empty text, one that the export left out is missing. Throws `UnreadableFile` where the reading
 * cannot go on.
 */
export async function* workbookRows(
  open: OpenFile,
  sheetName: string,
  { headerRow = 1, firstRow = 1 }: HeaderPlace = {},
): AsyncGenerator<{ readonly columns: readonly string[] } | ReadRow> {
  let columns: readonly string[] | undefined
  let filling: Filling | undefined
  for await (const { read, merged } of sheetRows(open, sheetName)) {
    if (read.row < headerRow) continue
    if (columns === undefined || filling === undefined) {
      columns = columnsOf(namesIn(read), read.row)
      filling = new Filling(merged)
      filling.begin(read.row)
      yield { columns }
      continue
    }
    const row = rowOf(columns, read, filling.of(read))
    if (read.row >= firstRow) yield row
  }
  if (columns === undefined) throw cannotRead('EMPTY_FILE', `The sheet "${sheetName}" is empty.`)
}

/** The first rows that have anything in them. Throws as `workbookRows` does. */
export async function firstSheetRows(open: OpenFile, sheetName: string, count: number): Promise<PlainRow[]> {
  const rows: PlainRow[] = []
  for await (const { read } of sheetRows(open, sheetName)) {
    rows.push({ row: read.row, cells: namesIn(read) })
    if (rows.length >= count) break
  }
  return rows
}

async function* sheetRows(
  open: OpenFile,
  sheetName: string,
): AsyncGenerator<{ readonly read: SheetRow; readonly merged: readonly MergedRange[] }> {
  const zip = await openZipParts(open)
  try {
    const parts = await readWorkbookParts(zip)
    const sheet = parts.sheets.find(({ name }) => name === sheetName)
    if (sheet === undefined) throw cannotRead('SHEET_NOT_FOUND', `The workbook has no sheet "${sheetName}".`)
    const merged = await findMergedRanges(zip, sheet.part)
    const texts = await readSharedStrings(zip, parts.sharedStrings)
    try {
      const cells = new SheetCells({ ...parts, texts })
      for await (const _ of readXml(zip.read(sheet.part), cells))
        for (const read of cells.take()) yield { read, merged }
    } finally {
      texts.close()
    }
  } finally {
    await zip.close()
  }
}

function namesIn({ cells }: SheetRow): string[] {
  const names: string[] = []
  for (const [column, cell] of cells) {
    while (names.length < column) names.push('')
    names[column] = typeof cell === 'object' ? cell.text : String(cell)
  }
  return names
}

interface Filled {
  readonly value: (column: number) => Cell | undefined
  /** Of a range that is merged across columns: nobody can tell which of them the value is for. */
  readonly mergedAcross: number | undefined
}

/** Gives the value of cells that are merged downwards to each of their rows. */
class Filling {
  private readonly ranges: readonly MergedRange[]
  private next = 0
  private open: { readonly range: MergedRange; readonly cell: Cell | undefined }[] = []

  constructor(ranges: readonly MergedRange[]) {
    this.ranges = ranges
  }

  /** Ranges of the names of columns, and of what stands above them, are of no matter. */
  begin(headRow: number): void {
    while ((this.ranges[this.next]?.firstRow ?? Number.POSITIVE_INFINITY) <= headRow) this.next += 1
  }

  of({ row, cells }: SheetRow): Filled {
    for (
      let range = this.ranges[this.next];
      range !== undefined && range.firstRow <= row;
      range = this.ranges[this.next]
    ) {
      this.next += 1
      this.open.push({ range, cell: range.firstRow === row ? cells.get(range.firstColumn) : undefined })
    }
    this.open = this.open.filter(({ range }) => range.lastRow >= row)
    if (this.open.length === 0) return { value: (column) => cells.get(column), mergedAcross: undefined }
    const here = this.open
    return {
      value: (column) =>
        cells.get(column) ??
        here.find(({ range }) => range.firstColumn === column && range.lastColumn === column)?.cell,
      mergedAcross: here.find(({ range }) => range.lastColumn > range.firstColumn)?.range.firstColumn,
    }
  }
}

function rowOf(columns: readonly string[], { row, cells }: SheetRow, filled: Filled): ReadRow {
  const problems: FileProblem[] = []
  const at = (index: number) => {
    const column = columns[index]
    return { row, columnNumber: index + 1, ...(column !== undefined && { column }) }
  }
  const surplus = [...cells.keys()].find((index) => index >= columns.length)
  if (surplus !== undefined)
    problems.push({
      code: 'TOO_MANY_CELLS',
      message: `Column ${columnLetters(surplus)} has no name, and the row has something in it.`,
      ...at(surplus),
      params: { found: surplus + 1, expected: columns.length },
    })
  if (filled.mergedAcross !== undefined)
    problems.push({
      code: 'MERGED_CELLS',
      message: `Cells of several columns are merged, from ${columnLetters(filled.mergedAcross)} on.`,
      ...at(filled.mergedAcross),
    })
  const values = new Map<string, unknown>()
  for (const [index, column] of columns.entries()) {
    const cell = filled.value(index) ?? ''
    if (cell === leftOutText) continue
    if (typeof cell === 'object') {
      problems.push({
        code: cell.problem,
        message: messages[cell.problem] ?? '',
        ...at(index),
        params: { text: cell.text },
      })
      continue
    }
    if (typeof cell === 'string' && isDamaged(cell))
      problems.push({ code: 'DAMAGED_TEXT', message: 'The text has characters that no text has.', ...at(index) })
    values.set(column, cell)
  }
  return { row, values, problems }
}

const messages: Readonly<Record<string, string>> = {
  CELL_ERROR: 'The formula of the cell ends in an error.',
  DAMAGED_CELL: 'The cell is damaged.',
  DATE_NOT_READ: 'The number of the cell is no day of the calendar.',
}
