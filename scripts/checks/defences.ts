import { type SourceFile, sourceFiles } from './source-files.ts'

/** A row of docs/defences.md. */
export interface Row {
  readonly number: string
  readonly terms: string
  readonly defence: string
  readonly tests: readonly NamedTest[]
}

/** A test of a row: its file from the root, and its title, in which `%s` stands for any text. */
export interface NamedTest {
  readonly path: string
  readonly title: string
}

/** A part of the test run in place of a test: `{ path: runner, title: 'words' }`. */
export const runner = 'scripts/tasks/test.ts'

/**
 * Shows where the defence of a row stands, as a comment on a line of its own before it:
 *
 *     // Defence 13                      the next line is left out
 *     // Defence 45, without: return     the next line becomes `return`
 *     // Defence 45 ends                 after the last line, where they are several
 *     // Defence 15, with "b" for "a"    each `a` before the next empty line becomes `b`
 */
export interface Marker {
  readonly row: string
  readonly path: string
  /** The line of the comment, from 1. */
  readonly line: number
  /** The text in place of the lines; undefined where they are left out. */
  readonly without: string | undefined
  /** Where only a part of the lines is the defence. */
  readonly swap: { readonly from: string; readonly to: string } | undefined
  /** The last line of the defence, with its closing comment. */
  readonly end: number
}

export function rowsIn(page: string): Row[] {
  return page
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => {
      const [, number = '', , terms = '', defence = '', tests = ''] = line.split('|').map((cell) => cell.trim())
      const named = [...tests.matchAll(/`([^`]+)` (.*?)(?=<br>|$)/g)]
      return { number, terms, defence, tests: named.map(([, path = '', title = '']) => ({ path, title })) }
    })
}

const opening = /^ *\/\/ Defence (\d+)(?:, without: (.+)|, with "(.*)" for "(.+)")?$/
const closing = /^ *\/\/ Defence (\d+) ends$/

export function markersIn(path: string, text: string): Marker[] {
  const lines = text.split('\n')
  const firstAfter = (index: number, is: (line: string) => boolean) => {
    const found = lines.findIndex((line, at) => at > index && is(line))
    return found === -1 ? lines.length : found
  }
  return lines.flatMap((content, index): Marker[] => {
    const [, row, without, to, from] = opening.exec(content) ?? []
    if (row === undefined) return []
    const place = { row, path, line: index + 1, without }
    if (from !== undefined && to !== undefined)
      return [{ ...place, swap: { from, to }, end: firstAfter(index, (line) => line === '') }]
    // The end belongs to this marker if no other one of the row begins before it.
    const next = firstAfter(index, (line) => numberIn(line) === row)
    const isClosed = closing.test(lines[next] ?? '')
    const last = isClosed ? next : firstAfter(index, (line) => numberIn(line) === undefined)
    return [{ ...place, swap: undefined, end: last + 1 }]
  })
}

const numberIn = (line: string): string | undefined => (opening.exec(line) ?? closing.exec(line))?.[1]

export const markersOf = (root: string): Marker[] =>
  sourceFiles(root)
    .filter(({ isTest }: SourceFile) => !isTest)
    .flatMap(({ path, text }) => markersIn(path, text))

/** The file without the defence: markers of other rows stay, as they are comments. Throws where there is nothing to swap. */
export function withoutDefence(text: string, { row, line, end, without, swap }: Marker): string {
  const lines = text.split('\n')
  const defence = lines.slice(line, end).join('\n')
  if (swap !== undefined && !defence.includes(swap.from))
    throw new Error(`row ${row}: there is no ${swap.from} below the marker`)
  const rest = swap === undefined ? without : defence.replaceAll(swap.from, () => swap.to)
  lines.splice(line - 1, end - line + 1, ...(rest === undefined ? [] : [rest]))
  return lines.join('\n')
}

/** A pattern of the title, without anchors. */
export const titlePattern = (title: string): string =>
  title.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replace(/%[sdifjo#]/g, '.*')

export type Outcome = 'failed' | 'passed' | 'not run'

export interface TestResult {
  readonly name: string
  readonly testPath: string
  readonly status: string
}

/** A test has failed where it did so by its name: a file that cannot be loaded has no result of a test. */
export function outcomeOf({ path, title }: NamedTest, results: readonly TestResult[]): Outcome {
  const pattern = new RegExp(`^${titlePattern(title)}$`)
  const own = results.filter(({ name, testPath }) => path.endsWith(testPath) && pattern.test(name))
  if (own.some(({ status }) => status === 'fail')) return 'failed'
  return own.some(({ status }) => status === 'pass') ? 'passed' : 'not run'
}
