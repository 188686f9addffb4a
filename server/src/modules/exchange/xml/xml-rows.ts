import type { ReadRow } from '../files/csv-rows.ts'
import { decoded, isDamaged, type TextEncoding } from '../files/encoding.ts'
import { UnreadableFile } from '../files/file-problem.ts'
import { maxColumns, maxRows, tooManyRows } from '../files/limits.ts'
import type { OpenFile } from '../files/open-file.ts'
import { noSurroundings, type Surroundings, SurroundingsGathering } from './catalogue-groups.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { ElementCount, type RepeatedElement } from './find-elements.ts'
import { headCharacters } from './limits.ts'
import { parseXml, type XmlFault, type XmlHandler } from './parse-xml.ts'
import { columnsOfRecord } from './xml-columns.ts'
import { ElementGathering } from './xml-element.ts'

export interface XmlShape {
  readonly encoding: TextEncoding
  /** The path of the element that a row is, from the root: `rss/channel/item`. */
  readonly element: string
}

/**
 * The elements of a file that may be rows, by its first characters. Throws `UnreadableFile` for what is no XML, or has no elements.
 */
export async function findElements(
  open: OpenFile,
  encoding: TextEncoding,
): Promise<{ readonly elements: readonly RepeatedElement[]; readonly proposed: string }> {
  const count = new ElementCount()
  let characters = 0
  const texts = counted(decoded(open(), encoding), (length) => {
    characters += length
  })
  for await (const _ of parseXml(texts, count, refused)) if (characters > headCharacters) break
  const { elements, proposed } = count.result()
  if (proposed === undefined) throw new UnreadableFile({ code: 'EMPTY_FILE', message: 'The file has no elements.' })
  return { elements, proposed }
}

/** The encoding that the file names at its beginning, as it is written there. */
export const declaredEncoding = (begins: string): string | undefined =>
  /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(begins)?.[1]

/** The name of the first element; undefined where none comes in this text. */
export const rootOf = (begins: string): string | undefined =>
  /^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype[^>]*>)*<([^\s!?/>]+)/i.exec(begins)?.[1]

/**
 * A row for each element of the path, by its number in the file; what its elements and attributes are called, its columns are. Where the file is of a dialect that
 * says something of its records elsewhere, it is read twice. Throws `UnreadableFile` where the reading cannot go on.
 */
export async function* xmlRows(open: OpenFile, { encoding, element: path }: XmlShape): AsyncGenerator<ReadRow> {
  const dialect = dialectOf(path)
  const surroundings = dialect === undefined ? noSurroundings : await surroundingsOf(open, encoding, dialect)
  const records = new ElementGathering((names) => names.length === depthOf(path) && names.join('/') === path)
  const columns = new Set<string>()
  let row = 0
  for await (const _ of parseXml(decoded(open(), encoding), records, refused))
    for (const { element } of records.take()) {
      row += 1
      if (row > maxRows) throw tooManyRows(row)
      const values = columnsOfRecord(element, dialect, surroundings)
      for (const column of values.keys()) columns.add(column)
      requireFewColumns(columns, row)
      const problems = [...values].flatMap(([column, cell]) =>
        isDamaged(cell)
          ? { code: 'DAMAGED_TEXT' as const, message: 'The text has characters that no text has.', row, column }
          : [],
      )
      yield { row, values, problems }
    }
  if (row === 0) {
    const message = `The file has no element ${path}.`
    throw new UnreadableFile({ code: 'ELEMENT_NOT_FOUND', message, params: { element: path } })
  }
}

/** Elements of the name, wherever they are: no more rows than these; counted as far as `most`. */
export async function countElements(open: OpenFile, { encoding, element }: XmlShape, most: number): Promise<number> {
  const name = element.split('/').at(-1)
  let count = 0
  const counting: XmlHandler = {
    open: (each) => {
      if (each === name) count += 1
    },
  }
  for await (const _ of parseXml(decoded(open(), encoding), counting, refused)) if (count > most) break
  return count
}

const depthOf = (path: string): number => path.split('/').length

function requireFewColumns({ size }: ReadonlySet<string>, row: number): void {
  if (size <= maxColumns) return
  throw new UnreadableFile({
    code: 'TOO_MANY_COLUMNS',
    message: `The elements have more than ${maxColumns} different parts up to element ${row}.`,
    row,
    params: { count: size, max: maxColumns },
  })
}

async function surroundingsOf(open: OpenFile, encoding: TextEncoding, dialect: Dialect): Promise<Surroundings> {
  if (dialect.header === undefined && dialect.groups === undefined) return noSurroundings
  const gathering = new SurroundingsGathering(dialect)
  for await (const _ of parseXml(decoded(open(), encoding), gathering.handler, refused)) gathering.keep()
  return gathering.result()
}

async function* counted(texts: AsyncIterable<string>, note: (length: number) => void): AsyncGenerator<string> {
  for await (const text of texts) {
    note(text.length)
    yield text
  }
}

const messages: Readonly<Record<XmlFault, string>> = {
  definitions: 'The file brings definitions of its own (<!DOCTYPE … [ … ]>), which are not read.',
  depth: 'Its elements are nested too deeply.',
  names: 'An element or an attribute has too long a name.',
  attributes: 'An element has too many attributes.',
  unbroken: 'A tag does not end.',
  nesting: 'An element is closed inside of another one that is open.',
  cut: 'The file ends in the middle of an element.',
}

function refused(fault: XmlFault): UnreadableFile {
  const isBroken = fault === 'nesting' || fault === 'cut' || fault === 'unbroken'
  const message = messages[fault]
  return isBroken
    ? new UnreadableFile({ code: 'DAMAGED_XML', message })
    : new UnreadableFile({ code: 'XML_REFUSED', message, params: { reason: fault } })
}
