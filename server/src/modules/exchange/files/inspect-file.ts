import { type FoundEncoding, findEncoding } from './encoding.ts'
import { type FileProblem, type FileProblemCode, UnreadableFile } from './file-problem.ts'
import { KeyLedger } from './key-ledger.ts'
import type { OpenFile } from './open-file.ts'
import { type FoundShape, findShape, readRows } from './read-rows.ts'

export interface Inspection {
  readonly encoding: FoundEncoding
  /** Undefined where the file cannot be read at all; `problems` says why. */
  readonly shape: FoundShape | undefined
  /** Of JSON lines those of all rows, in the order in which they first come. */
  readonly columns: readonly string[]
  readonly rowCount: number
  /** Rows without a problem of their own. */
  readonly wholeRowCount: number
  readonly firstRows: readonly ReadonlyMap<string, unknown>[]
  /** The first of each code, at most `problemsOfEach`; `problemCounts` counts them all. */
  readonly problems: readonly FileProblem[]
  readonly problemCounts: ReadonlyMap<FileProblemCode, number>
}

export interface InspectionOptions {
  /** Columns whose values together name an item, or an item's variation: no two rows may have the same ones. */
  readonly keyColumns?: readonly string[]
  /** As somebody has chosen it, instead of what would be found. */
  readonly shape?: FoundShape
  readonly firstRows?: number
}

const problemsOfEach = 100

/** Reads a whole file and says what it is and what is wrong with it; the file is not kept in memory. */
export async function inspectFile(
  open: OpenFile,
  { keyColumns = [], shape: chosen, firstRows: wanted = 20 }: InspectionOptions = {},
): Promise<Inspection> {
  const encoding = await findEncoding(open())
  const columns = new Set<string>()
  const firstRows: ReadonlyMap<string, unknown>[] = []
  const problems: FileProblem[] = []
  const problemCounts = new Map<FileProblemCode, number>()
  const keys = new KeyLedger()
  let shape = chosen
  let rowCount = 0
  let wholeRowCount = 0
  const note = (problem: FileProblem) => {
    const count = (problemCounts.get(problem.code) ?? 0) + 1
    problemCounts.set(problem.code, count)
    if (count <= problemsOfEach) problems.push(problem)
  }
  try {
    shape ??= await findShape(open, encoding)
    const onColumns = (names: Iterable<string>) => {
      for (const name of names) columns.add(name)
    }
    for await (const { row, values, problems: found } of readRows(open, shape, onColumns)) {
      rowCount += 1
      if (firstRows.length < wanted) firstRows.push(values)
      const ofKey = found.length === 0 ? keyProblem(keys, keyColumns, values, row) : undefined
      for (const problem of found) note(problem)
      if (ofKey !== undefined) note(ofKey)
      else if (found.length === 0) wholeRowCount += 1
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    note(error.problem)
  }
  return { encoding, shape, columns: [...columns], rowCount, wholeRowCount, firstRows, problems, problemCounts }
}

function keyProblem(
  keys: KeyLedger,
  keyColumns: readonly string[],
  values: ReadonlyMap<string, unknown>,
  row: number,
): FileProblem | undefined {
  const [column] = keyColumns
  if (column === undefined) return undefined
  const parts: string[] = []
  for (const each of keyColumns) {
    const value = values.get(each)
    const part = typeof value === 'number' ? String(value) : value
    if (typeof part !== 'string' || part.trim() === '')
      return { code: 'KEY_MISSING', message: `The row has nothing in "${each}".`, row, column: each }
    parts.push(part.trim())
  }
  // As JSON, since no sign is left over that cannot be in a key.
  const first = keys.note(parts.length === 1 ? (parts[0] ?? '') : JSON.stringify(parts), row)
  if (first === undefined) return undefined
  const message = `Row ${first} has the same key already: "${parts.join('", "').slice(0, 200)}".`
  return { code: 'DUPLICATE_KEY', message, row, column, params: { first } }
}
