import { createHash } from 'node:crypto'
import type { ConceptFileProblem } from '@pim/contract'
import { maxImportedConcepts } from '@pim/contract/taxonomies/file-schemas.ts'
import { findEncoding, findShape, type OpenFile, readRows, UnreadableFile } from '../../exchange/index.ts'
import { type ConceptColumns, readColumns } from './concept-columns.ts'
import { type ConceptRow, conceptRowOf } from './concept-row.ts'
import type { ReadingOptions } from './reading-options.ts'
import { readSkos } from './skos/read-skos.ts'

export interface ConceptFile {
  /** Of its bytes and of how they are read. */
  readonly hash: string
  readonly encoding: string | undefined
  readonly columns: ConceptColumns
  readonly rows: readonly ConceptRow[]
  /** Of the file as a whole; there are no further rows then. */
  readonly problems: readonly ConceptFileProblem[]
}

const noColumns: ConceptColumns = {
  place: new Map(),
  words: [],
  ignored: [],
  languages: [],
  defaultLanguage: '',
  readAsDefault: undefined,
}

/** A file that could not be read has no rows and a problem. */
export const nothingRead = { hash: '', encoding: undefined, columns: noColumns, rows: [] } as const

/** Reads a whole file of concepts; does not throw for what is wrong with it. */
export async function readConceptFile(open: OpenFile, options: ReadingOptions): Promise<ConceptFile> {
  const asked = JSON.stringify([options.format, options.emptyCells, options.defaultLanguage, options.tenantLanguages])
  const sum = createHash('sha256').update(asked)
  for await (const part of open()) sum.update(part)
  const hash = sum.digest('base64url')
  if (options.format !== 'csv' && options.format !== 'xlsx') {
    const parts: Uint8Array[] = []
    for await (const part of open()) parts.push(part)
    const bytes = Buffer.concat(parts)
    const read = await readSkos(bytes, options.format, options)
    return { hash, encoding: undefined, columns: noColumns, ...read }
  }
  const rows: ConceptRow[] = []
  const problems: ConceptFileProblem[] = []
  let columns = noColumns
  let encoding: string | undefined
  // In a workbook a text is a text, whatever it begins with.
  const shown = options.format === 'xlsx' ? (cell: string) => cell : undefined
  try {
    const found = await findEncoding(open())
    if (options.format === 'csv') encoding = found.encoding
    const shape = await findShape(open, found, [options.format])
    const onColumns = (names: Iterable<string>) => {
      const read = readColumns(names, options)
      columns = read.columns
      problems.push(...read.problems)
    }
    for await (const read of readRows(open, shape, onColumns)) {
      if (problems.length > 0) break
      if (rows.length === maxImportedConcepts) {
        const message = `The file has more than ${maxImportedConcepts} rows: import it in several files, parents first.`
        problems.push({ code: 'TOO_MANY_ROWS', message, params: { max: maxImportedConcepts } })
        break
      }
      const row = conceptRowOf(read.row, read.values, columns, options.emptyCells, shown)
      const spoilt = read.problems.map(({ code, message, column, params }) => ({
        code: 'ROW_SPOILT' as const,
        message,
        ...(column !== undefined && { column }),
        params: { ...params, reason: code },
      }))
      rows.push(spoilt.length === 0 ? row : { ...row, problems: [...spoilt, ...row.problems] })
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    problems.push(unreadable(error))
  }
  return { hash, encoding, columns, rows, problems }
}

/** The problem of a file of concepts that cannot be read. */
export function unreadable({ problem: { code, message, row, column, params } }: UnreadableFile): ConceptFileProblem {
  const told = { ...params, reason: code, ...(row !== undefined && { row }) }
  return { code: 'UNREADABLE', message, ...(column !== undefined && { column }), params: told }
}
