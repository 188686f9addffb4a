import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { leftOutText, maxCellLength } from './left-out.ts'
import { columnLetters } from './merged-cells.ts'
import { cellText } from './text-of.ts'

/** Undefined and null are empty cells. */
export type WrittenCell = string | number | boolean | null | undefined

export interface WrittenSheet {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly WrittenCell[]>
  /** As a spreadsheet counts; left out: the first row has the names, the next one the first of the rows. */
  readonly headerRow?: number | undefined
  readonly firstRow?: number | undefined
}

/**
 * A workbook with one sheet, made as it is read: a row is in memory at a time. Texts stand in their cells and are formatted as texts, so no
 * spreadsheet takes one for a number or a formula. A text that no cell can hold is left out, and reading such a cell says
 * nothing of its field.
 */
export function writeWorkbook(sheet: WrittenSheet): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  for (const [name, xml] of Object.entries(fixedParts(sheet.name))) zip.addBuffer(Buffer.from(xml), name)
  const rows = Readable.from(sheetXml(sheet), { objectMode: false })
  rows.on('error', fail)
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml', { compressionLevel: 4 })
  zip.end()
  zip.outputStream.pipe(output)
  // Whoever stops reading ends the query behind the rows.
  output.on('close', () => rows.destroy())
  return output
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const fixedParts = (sheetName: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${media}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${attribute(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Formats by number: 0 as it comes, 1 text (49 is the text format of every spreadsheet), 2 names of columns.
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
})

async function* sheetXml({
  columns,
  rows,
  headerRow = 1,
  firstRow = headerRow + 1,
}: WrittenSheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const frozen = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  yield `${head}<worksheet xmlns="${main}">${frozen}<sheetFormatPr defaultRowHeight="15" defaultColWidth="20"/><sheetData>`
  yield rowXml(columns, headerRow, letters, 2)
  let number = Math.max(headerRow, firstRow - 1)
  // A write for each row is slow; sixty-four thousand characters are one chunk of a file.
  let part = ''
  for await (const row of rows) {
    number += 1
    part += rowXml(row, number, letters, 1)
    if (part.length < 65_536) continue
    yield part
    part = ''
  }
  yield `${part}</sheetData></worksheet>`
}

function rowXml(cells: readonly WrittenCell[], row: number, letters: readonly string[], textFormat: number): string {
  let xml = `<row r="${row}">`
  for (const [index, cell] of cells.entries()) {
    if (cell === null || cell === undefined || cell === '') continue
    const place = `${letters[index]}${row}`
    if (typeof cell === 'number') xml += `<c r="${place}"><v>${cell}</v></c>`
    else if (typeof cell === 'boolean') xml += `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
    else
      xml += `<c r="${place}" s="${textFormat}" t="inlineStr"><is><t xml:space="preserve">${textXml(cell)}</t></is></c>`
  }
  return `${xml}</row>`
}

const textXml = (text: string): string => escaped(text.length > maxCellLength ? leftOutText : cellText(text))

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attribute = (text: string): string => escaped(cellText(text)).replaceAll('"', '&quot;')

/** Spreadsheets take 31 characters, and none of those that addresses of cells are made of. */
const sheetNameOf = (name: string): string =>
  [
    ...name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim(),
  ]
    .slice(0, 31)
    .join('')
    .trim() || 'Sheet1'
