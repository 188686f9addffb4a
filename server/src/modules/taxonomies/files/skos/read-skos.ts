import type { ConceptFileProblem } from '@pim/contract'
import { maxImportedConcepts } from '@pim/contract/taxonomies/file-schemas.ts'
import type { ConceptColumns } from '../concept-columns.ts'
import type { ConceptRow } from '../concept-row.ts'
import type { ReadingOptions } from '../reading-options.ts'
import { ConceptCollector, TooManyConcepts } from './collect-concepts.ts'
import { readJsonLd } from './read-json-ld.ts'
import { readTurtle } from './read-turtle.ts'
import { skosRows } from './skos-rows.ts'
import { UnreadableSkos } from './skos-statement.ts'

interface SkosFile {
  readonly columns?: ConceptColumns
  readonly rows: readonly ConceptRow[]
  readonly problems: readonly ConceptFileProblem[]
}

/** Reads a whole file of SKOS; does not throw for what is wrong with it. */
export async function readSkos(bytes: Buffer, format: 'turtle' | 'jsonld', options: ReadingOptions): Promise<SkosFile> {
  const collector = new ConceptCollector()
  const add = collector.add.bind(collector)
  try {
    // The mark of UTF-8 is taken away.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    await (format === 'turtle' ? readTurtle(text, add) : readJsonLd(Buffer.from(text), add))
    const concepts = collector.concepts()
    if (concepts.length === 0) {
      const message = 'The file has no concepts of SKOS.'
      return { rows: [], problems: [{ code: 'UNREADABLE', message, params: { reason: 'NO_CONCEPTS' } }] }
    }
    return skosRows(concepts, collector.ignored, options)
  } catch (error) {
    return { rows: [], problems: [problemOf(error)] }
  }
}

function problemOf(error: unknown): ConceptFileProblem {
  if (error instanceof TooManyConcepts) {
    const message = `The file has more than ${maxImportedConcepts} concepts: import it in several files, parents first.`
    return { code: 'TOO_MANY_ROWS', message, params: { max: maxImportedConcepts } }
  }
  if (error instanceof UnreadableSkos) {
    const { reason, message, line } = error
    return { code: 'UNREADABLE', message, params: { reason, ...(line !== undefined && { row: line }) } }
  }
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return { code: 'UNREADABLE', message: 'The file is not UTF-8.', params: { reason: 'NOT_TEXT' } }
  throw error
}
