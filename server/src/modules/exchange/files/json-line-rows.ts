import { type Fault, findFault, type ScanFault, scanJson } from '../../../http/input/json.ts'
import type { ReadRow } from './csv-rows.ts'
import { isDamaged } from './encoding.ts'
import { type FileProblem, UnreadableFile } from './file-problem.ts'
import { maxColumns, maxParts, maxRowLength, maxRows, tooManyRows } from './limits.ts'

/** Reads a file that has a JSON object in each line. Its columns are the names that any of the objects has, in their first order. */
export async function* jsonLineRows(text: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  const columns = new Set<string>()
  let row = 0
  for await (const line of linesOf(text)) {
    row += 1
    if (row > maxRows) throw tooManyRows(row)
    if (line.trim() === '') continue
    const read = jsonLineRow(line, row)
    for (const name of read.values.keys()) columns.add(name)
    if (columns.size > maxColumns)
      throw new UnreadableFile({
        code: 'TOO_MANY_COLUMNS',
        message: `The objects have more than ${maxColumns} different names up to line ${row}.`,
        row,
        params: { count: columns.size, max: maxColumns },
      })
    yield { row, ...read }
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  // Parts of a line that has not ended: joined once, as adding to a long text again and again would take its length each time.
  let open: string[] = []
  let length = 0
  let row = 1
  for await (const part of text) {
    const [first = '', ...others] = part.split('\n')
    open.push(first)
    length += first.length
    for (const next of others) {
      if (length > maxRowLength) throw tooLong(row)
      yield open.join('')
      row += 1
      open = [next]
      length = next.length
    }
    if (length > maxRowLength) throw tooLong(row)
  }
  if (length > 0) yield open.join('')
}

const tooLong = (row: number) =>
  new UnreadableFile({
    code: 'ROW_TOO_LONG',
    message: `Line ${row} has more than ${maxRowLength} characters.`,
    row,
    params: { max: maxRowLength },
  })

/** The values of one line by their names, or what is wrong with it. */
export function jsonLineRow(
  line: string,
  row: number,
): { values: ReadonlyMap<string, unknown>; problems: FileProblem[] } {
  const spoilt = (problem: Omit<FileProblem, 'row'>) => ({
    values: new Map<string, unknown>(),
    problems: [{ ...problem, row }],
  })
  // Before it is parsed, as a call's body is: of numbers with too many digits and of deep nesting nothing can be seen afterwards.
  const scanned = scanJson(Buffer.from(line))
  if (scanned !== undefined) return spoilt(refused(scanned))
  let object: unknown
  try {
    object = JSON.parse(line)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    return spoilt({ code: 'NOT_JSON', message: `The line is no JSON: ${reason}` })
  }
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    return spoilt({ code: 'NOT_AN_OBJECT', message: 'The line is no object with names and values.' })
  const fault = findFault(object)
  if (fault !== undefined) return spoilt(refused(fault))
  if (!hasAtMost(maxParts, object)) {
    const message = `The line has more than ${maxParts} values.`
    return spoilt({ code: 'VALUE_REFUSED', message, params: { reason: 'TOO_LARGE', max: maxParts } })
  }
  const values = new Map(Object.entries(object))
  const problems: FileProblem[] = namesTwice(line).map((column) => ({
    code: 'DUPLICATE_NAME',
    message: `The object has "${column}" more than once.`,
    row,
    column,
  }))
  const mayBeDamaged = isDamaged(line) || line.includes('\\u')
  for (const [column, value] of mayBeDamaged ? values : [])
    if (isDamaged(typeof value === 'string' ? value : JSON.stringify(value)))
      problems.push({
        code: 'DAMAGED_TEXT',
        message: 'The text has characters that could not be decoded, or that no text has.',
        row,
        column,
      })
  return { values, problems }
}

/** Objects, lists and what is in them; `scanJson` has limited how deep they are nested. */
function hasAtMost(most: number, value: unknown): boolean {
  let left = most
  const isIn = (part: unknown): boolean => {
    left -= 1
    if (left < 0) return false
    if (typeof part !== 'object' || part === null) return true
    return Array.isArray(part) ? part.every(isIn) : Object.values(part).every(isIn)
  }
  return isIn(value)
}

const refused = ({ path: [column, ...within], code, message }: ScanFault | Fault): Omit<FileProblem, 'row'> => ({
  code: 'VALUE_REFUSED',
  message: `The value ${[column, ...within].join('.')} ${message}.`,
  ...(column !== undefined && { column: String(column) }),
  params: { reason: code, place: within.join('.') },
})

/**
 * Names that the object itself, not one within it, has more than once: `JSON.parse` keeps the last value and says nothing. Walks over the
 * texts and brackets of a line that was parsed before: a text without an end would be looked for again at each of its quotes.
 */
function namesTwice(line: string): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  let depth = 0
  let isName = false
  for (const [token] of line.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g)) {
    if (token === '{' || token === '[') {
      depth += 1
      isName = depth === 1
    } else if (token === '}' || token === ']') depth -= 1
    else if (token === ',') isName = depth === 1
    else if (isName && depth === 1) {
      isName = false
      const name = nameOf(token)
      if (name === undefined) continue
      if (seen.has(name)) twice.add(name)
      seen.add(name)
    }
  }
  return [...twice]
}

function nameOf(token: string): string | undefined {
  try {
    const name: unknown = JSON.parse(token)
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}
