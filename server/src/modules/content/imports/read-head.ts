import type { ImportFileProblem, ImportFileShape, ImportInspection } from '@pim/contract'
import { findEncoding, findShape, type OpenFile, requireFewRows, UnreadableFile } from '../../exchange/index.ts'
import { beginningOf } from '../domain/beginning-of.ts'
import { itemRows } from './item-rows.ts'
import { textOfCell } from './read-cells.ts'

/** Rows that are read; those that are shown; characters of a shown cell, of one that is not shown, and of all of them; problems. */
const most = { read: 1_000, shown: 20, cell: 500, later: 100, cells: 1_000_000, problems: 100 }

/** Tells what a file is, from all of its bytes and its first rows. */
export type Head = Pick<
  ImportInspection,
  'shape' | 'encodingFoundBy' | 'encodingSample' | 'sheets' | 'elements' | 'firstRows' | 'problems'
> & {
  /** With cells of the rows that were read, as far as there is room for them: those of the shown rows come first. */
  readonly columns: ReadonlyMap<string, readonly string[]>
}

/** Also says where the file has more rows than are read. */
export async function readHead(open: OpenFile, chosen: ImportFileShape | undefined): Promise<Head> {
  const names = new Set<string>()
  const rows: ReadonlyMap<string, unknown>[] = []
  const later = new Map<string, string[]>()
  let room = most.cells
  let encodingSample: string | undefined
  const problems: ImportFileProblem[] = []
  let shape: ImportFileShape | null = chosen ?? null
  let encodingFoundBy: Head['encodingFoundBy'] = null
  let sheets: Head['sheets'] = []
  let elements: Head['elements']
  try {
    const encoding = await findEncoding(open())
    const found = await findShape(open, encoding)
    if (found.format !== 'xlsx') encodingFoundBy = found.isDeclared ? 'bytes' : encoding.foundBy
    elements = found.elements?.map(({ path, count }) => ({ path, count }))
    sheets = (found.sheets ?? []).map(({ name, isHidden }) => ({ name, isHidden }))
    shape ??= shapeOf(found)
    if (encoding.encoding !== undefined && encoding.foundBy === 'byteOrderMark' && shape.format !== 'xlsx')
      shape = { ...shape, encoding: encoding.encoding }
    let count = 0
    const onColumns = (given: Iterable<string>) => {
      for (const name of given) names.add(name)
    }
    for await (const { values, problems: ofRow } of itemRows(open, shape, onColumns)) {
      if (encodingFoundBy === 'assumed') encodingSample ??= sampleIn(values)
      if (rows.length < most.shown) rows.push(values)
      else if (room > 0)
        for (const [name, value] of values) {
          const text = beginningOf(textOfCell(value, shape.format), most.later)
          // A cell takes time to look at, also where it has nothing.
          room -= text.length + 20
          const known = later.get(name)
          if (known === undefined) later.set(name, [text])
          else known.push(text)
        }
      problems.push(...ofRow.slice(0, most.problems - problems.length).map(shown))
      count += 1
      if (count >= most.read) break
    }
    await requireFewRows(open, shape)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    problems.push(shown(error.problem))
  }
  const format = shape?.format ?? 'csv'
  const columns = [...names]
  const length = Math.min(most.cell, Math.ceil(most.cells / (columns.length * most.shown)))
  const cell = (value: unknown) => beginningOf(textOfCell(value, format), length)
  return {
    shape,
    encodingFoundBy,
    ...(encodingSample !== undefined && { encodingSample }),
    sheets,
    ...(elements !== undefined && { elements }),
    firstRows: rows.map((row) => columns.map((name) => (row.has(name) ? cell(row.get(name)) : null))),
    problems,
    columns: new Map(
      columns.map((name) => [name, [...rows.map((row) => cell(row.get(name))), ...(later.get(name) ?? [])]]),
    ),
  }
}

/** A cell with letters that depend on the encoding. */
function sampleIn(values: ReadonlyMap<string, unknown>): string | undefined {
  for (const value of values.values()) {
    const at = typeof value === 'string' ? value.search(/[^\0-\x7f]/) : -1
    if (typeof value === 'string' && at !== -1) return beginningOf(value.slice(Math.max(0, at - 40)), most.later)
  }
  return undefined
}

/** Without what was found beside it. */
function shapeOf(found: Awaited<ReturnType<typeof findShape>>): ImportFileShape {
  if (found.format === 'jsonLines') return { format: 'jsonLines', encoding: found.encoding }
  if (found.format === 'xml') return { format: 'xml', encoding: found.encoding, element: found.element }
  const header = found.headerRow === undefined ? {} : { headerRow: found.headerRow }
  return found.format === 'csv'
    ? { format: 'csv', encoding: found.encoding, delimiter: found.delimiter, ...header }
    : { format: 'xlsx', sheet: found.sheet, ...header }
}

export const shown = ({
  code,
  message,
  row,
  column,
  params,
}: UnreadableFile['problem'] | ImportFileProblem): ImportFileProblem => ({
  code,
  message,
  ...(row !== undefined && { row }),
  ...(column !== undefined && { column }),
  ...(params !== undefined && { params: { ...params } }),
})
