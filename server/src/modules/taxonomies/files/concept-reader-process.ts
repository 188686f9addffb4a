// Runs in a process of its own, so that what a file costs is spent there, and a malicious file can end this process and not the server.
import { inBatches, type OpenFile, serveFiles } from '../../exchange/index.ts'
import { type ConceptFile, readConceptFile } from './read-concept-file.ts'
import type { ReadingOptions } from './reading-options.ts'

/** The rows come first, then what else the file has. */
export type ConceptFilePart = { readonly rows: ConceptFile['rows'] } | { readonly file: Omit<ConceptFile, 'rows'> }

serveFiles(async function* (open: OpenFile, options: ReadingOptions): AsyncGenerator<ConceptFilePart> {
  const { rows, ...file } = await readConceptFile(open, options)
  for await (const batch of inBatches(each(rows), (row) => JSON.stringify(row).length)) yield { rows: batch }
  yield { file }
})

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}
