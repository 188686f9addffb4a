import { fileTypeFromBuffer } from 'file-type'
import type { WorkbookSheet } from '../workbooks/workbook-parts.ts'
import { countWrittenRows, findSheets, firstSheetRows, workbookRows } from '../workbooks/workbook-rows.ts'
import type { RepeatedElement } from '../xml/find-elements.ts'
import { countElements, declaredEncoding, findElements, rootOf, type XmlShape, xmlRows } from '../xml/xml-rows.ts'
import { csvRows, firstCsvRows, type ReadRow } from './csv-rows.ts'
import { type Delimiter, type FoundDelimiter, findDelimiter } from './delimiter.ts'
import { decoded, encodingOf, type FoundEncoding, type TextEncoding } from './encoding.ts'
import { type EndingCode, UnreadableFile } from './file-problem.ts'
import { findHeaderRow, type HeaderPlace, mostAboveTable } from './header-row.ts'
import { jsonLineRows } from './json-line-rows.ts'
import { headBytes, maxRows, tooManyRows } from './limits.ts'
import type { OpenFile } from './open-file.ts'

export type FileFormat = 'csv' | 'jsonLines' | 'xlsx' | 'xml'

/** Formats whose rows name their own columns, so that all of them are known behind the last row, and a row says nothing of what it does not name. */
export const namesOwnColumns = (format: FileFormat): boolean => format === 'jsonLines' || format === 'xml'

/** How the rows of a file are to be read: found by `findShape`, or as somebody has chosen instead. */
export type FileShape =
  | ({ readonly format: 'csv'; readonly encoding: TextEncoding; readonly delimiter: Delimiter } & HeaderPlace)
  | { readonly format: 'jsonLines'; readonly encoding: TextEncoding }
  | ({ readonly format: 'xlsx'; readonly sheet: string } & HeaderPlace)
  | ({ readonly format: 'xml' } & XmlShape)

/** `sheets`, `elements`: of a workbook and of XML, all that can be chosen. `isDeclared`: the file names its encoding. */
export type FoundShape = FileShape & {
  readonly delimiterFoundBy?: FoundDelimiter['foundBy']
  readonly sheets?: readonly WorkbookSheet[]
  readonly elements?: readonly RepeatedElement[]
  readonly isDeclared?: boolean
}

/**
 * A row of a file, whatever its format. A value is a text in CSV; a text, a number or a truth value in a workbook, where dates are texts
 * (`2026-11-23`, `2026-11-23T14:30:00`, `14:30:00`); in XML a text; in JSON lines anything that JSON has.
 */
export type FileRow = ReadRow

/**
 * Throws `UnreadableFile` for what is no file of rows.
 *
 * @param formats those that the caller takes: nothing of a workbook is unpacked for one who takes none
 */
export async function findShape(
  open: OpenFile,
  { encoding, foundBy }: FoundEncoding,
  formats: readonly FileFormat[] = ['csv', 'jsonLines', 'xlsx', 'xml'],
): Promise<FoundShape> {
  const taken = (format: FileFormat) => {
    if (!formats.includes(format))
      throw ends('FORMAT_NOT_READ', `The file is of the format ${format}; what is taken here is ${formats.join(', ')}.`)
  }
  const bytes = await headOf(open)
  if (bytes.length === 0) throw ends('EMPTY_FILE', 'The file is empty.')
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const kind = await kindOf(bytes)
    // A workbook of another program may look like any archive at its beginning.
    if (kind !== undefined && !/^XL|^ZIP$/.test(kind)) throw noTable(kind)
    taken('xlsx')
    return shapeOfWorkbook(open, await findSheets(open))
  }
  if (bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1')
    throw ends(
      'FORMAT_NOT_READ',
      'The file is an old workbook (.xls), or has a password: save it as .xlsx without one.',
    )
  // Texts may begin as anything does: "BM" is a picture, and the first two letters of a heading.
  const kind = encoding === undefined ? await kindOf(bytes) : kindOfText(bytes)
  if (kind !== undefined) throw noTable(kind)
  if (encoding === undefined) throw ends('NOT_TEXT', 'The file is no text.')
  const text = new TextDecoder(encoding).decode(bytes, { stream: bytes.length === headBytes })
  const begins = text.trimStart()
  if (begins === '') throw ends('EMPTY_FILE', 'The file has nothing but spaces.')
  if (begins.startsWith('{')) {
    taken('jsonLines')
    return { format: 'jsonLines', encoding }
  }
  if (/^\[\s*[[{]/.test(begins))
    throw ends('FORMAT_NOT_READ', 'The file is one JSON array: write each of its objects in a line of its own.')
  if (begins.startsWith('<')) return shapeOfXml(open, begins, { encoding, foundBy }, () => taken('xml'))
  taken('csv')
  const { delimiter, foundBy: delimiterFoundBy } = findDelimiter(text)
  const headerRow = findHeaderRow(firstCsvRows(text, delimiter, mostAboveTable))
  return { format: 'csv', encoding, delimiter, delimiterFoundBy, ...(headerRow && { headerRow }) }
}

/** The first sheet that is shown. */
async function shapeOfWorkbook(open: OpenFile, sheets: readonly WorkbookSheet[]): Promise<FoundShape> {
  const sheet = (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.name ?? ''
  const headerRow = findHeaderRow(await firstSheetRows(open, sheet, mostAboveTable))
  return { format: 'xlsx', sheet, sheets, ...(headerRow && { headerRow }) }
}

/** HTML that is called a workbook, and workbooks of twenty years ago, are XML of which nobody means the elements. */
const kindsOfRoots = new Map([
  ['html', 'HTML'],
  ['table', 'HTML'],
  ['svg', 'SVG'],
  ['workbook', 'XML Spreadsheet 2003'],
])

async function shapeOfXml(
  open: OpenFile,
  begins: string,
  { encoding: found, foundBy }: Pick<FoundEncoding, 'foundBy'> & { readonly encoding: TextEncoding },
  take: () => void,
): Promise<FoundShape> {
  const root = rootOf(begins) ?? ''
  const kind = /^<!doctype\s+html/i.test(begins) ? 'HTML' : kindsOfRoots.get(root.toLowerCase())
  if (kind !== undefined) throw noTable(kind)
  take()
  // What the bytes show is surer than what the file says.
  const declared = foundBy === 'assumed' ? encodingOf(declaredEncoding(begins)) : undefined
  const encoding = declared ?? found
  const { elements, proposed } = await findElements(open, encoding)
  return { format: 'xml', encoding, element: proposed, elements, ...(declared && { isDeclared: true }) }
}

/** The kind of a file by its first bytes, as people write it; undefined: no known one. */
const kindOf = async (bytes: Uint8Array): Promise<string | undefined> =>
  (await fileTypeFromBuffer(bytes))?.ext.toUpperCase()

/** Kinds of files that are texts in part. */
const kindOfText = (bytes: Buffer): string | undefined =>
  ({ '%PDF-': 'PDF', '{\\rtf': 'RTF' })[bytes.subarray(0, 5).toString('latin1')]

const noTable = (kind: string) =>
  new UnreadableFile({
    code: 'NOT_A_TABLE',
    message: `The file is of the kind ${kind}, which has no rows.`,
    params: { kind },
  })

async function headOf(open: OpenFile): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of open()) {
    parts.push(chunk)
    length += chunk.length
    if (length >= headBytes) break
  }
  return Buffer.concat(parts).subarray(0, headBytes)
}

const ends = (code: EndingCode, message: string) => new UnreadableFile({ code, message })

/**
 * The rows of a file, one after the other, in memory that does not grow with the file. Throws `UnreadableFile` where the
 * reading cannot go on; the rows before have been given by then.
 *
 * @param onColumns told the columns of a CSV or a sheet before its first row, also where there is none, and of JSON lines and XML those of each row
 */
export async function* readRows(
  open: OpenFile,
  shape: FileShape,
  onColumns: (columns: Iterable<string>) => void = () => undefined,
): AsyncGenerator<FileRow> {
  if (shape.format === 'jsonLines' || shape.format === 'xml') {
    const rows = shape.format === 'xml' ? xmlRows(open, shape) : jsonLineRows(decoded(open(), shape.encoding))
    for await (const row of rows) {
      onColumns(row.values.keys())
      yield row
    }
    return
  }
  if (shape.format === 'csv') {
    for await (const part of csvRows(decoded(open(), shape.encoding), shape))
      if ('row' in part) yield part
      else onColumns(part.columns)
    return
  }
  let count = 0
  for await (const part of workbookRows(open, shape.sheet, shape)) {
    if (!('row' in part)) {
      onColumns(part.columns)
      continue
    }
    count += 1
    if (count > maxRows) throw tooManyRows(part.row)
    yield part
  }
}

/**
 * Throws `UnreadableFile` where the file has too many rows, before any of them is used. They are counted one by one only where the file has as many
 * line ends or elements, or its sheet as many rows, as would be too many.
 */
export async function requireFewRows(open: OpenFile, shape: FileShape): Promise<void> {
  const lines =
    shape.format === 'xlsx'
      ? await countWrittenRows(open, shape.sheet, maxRows + 1)
      : shape.format === 'xml'
        ? await countElements(open, shape, maxRows)
        : await countLineEnds(open, maxRows)
  if (lines <= maxRows) return
  for await (const _ of readRows(open, shape)) {
    // Counted by whoever reads them.
  }
}

/** Counts as far as `most`, those of both kinds. */
async function countLineEnds(open: OpenFile, most: number): Promise<number> {
  let count = 0
  for await (const chunk of open())
    for (const lineEnd of [0x0a, 0x0d])
      for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) {
        count += 1
        if (count > most) return count
      }
  return count
}
