import { answerList } from '../src/modules/reader/file/answer-list.ts'
import { ReaderFile } from '../src/modules/reader/file/reader-file.ts'
import type { Reader } from '../src/modules/reader/index.ts'
import type { ListQuestion } from '../src/modules/reader/list-question.ts'

type Ask = Reader['ask']

/** Tables of the file, by the names that statements have for them. */
const tables = new Set(['row', 'v', 'w', 'key', 'k', 'item', 'i', 'head', 'h'])

/**
 * Asks a reader, records the lists, and finds those that read a table of the file from its beginning to its end: what
 * `SequentialScanFinder` is for PostgreSQL.
 */
export class FileScanFinder {
  readonly #reader: Pick<Reader, 'ask'>
  readonly #file: ReaderFile
  #recorded: ListQuestion[] | undefined
  #current = ''
  /** The names of cases with a scan, each with its table. */
  readonly scans: string[] = []

  constructor(reader: Pick<Reader, 'ask'>, path: string) {
    this.#reader = reader
    this.#file = new ReaderFile(path, { isWriter: false })
    const all = this.#file.all.bind(this.#file)
    this.#file.all = (text, ...values) => {
      const steps = all(`explain query plan ${text}`, ...values).map(({ detail }) => String(detail))
      for (const table of scannedIn(steps)) this.scans.push(`${this.#current}: ${table} in the file`)
      return all(text, ...values)
    }
  }

  readonly ask: Ask = (tenantId, kind, question) => {
    if (kind === 'list') this.#recorded?.push(question as ListQuestion)
    return this.#reader.ask(tenantId, kind, question)
  }

  async explain(name: string, call: () => Promise<unknown>): Promise<void> {
    this.#current = name
    this.#recorded = []
    await call()
    for (const question of this.#recorded) answerList(this.#file, question)
    this.#recorded = undefined
  }

  close(): void {
    this.#file.close()
  }
}

function scannedIn(steps: readonly string[]): string[] {
  // Parts of a statement that have the name of a table.
  const parts = new Set(steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1] ?? []))
  return steps.flatMap((step) => {
    const [, table = ''] = /^SCAN (\w+)/.exec(step) ?? []
    return tables.has(table) && !parts.has(table) && !step.includes('VIRTUAL TABLE') ? [table] : []
  })
}
