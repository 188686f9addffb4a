import type { ValueIssue } from './issue.ts'
import { PatternMachine } from './pattern-machine.ts'
import { PatternError, PatternReader } from './pattern-reader.ts'
import { patternTable } from './pattern-table.ts'
import { inOneGo, type Steps } from './steps.ts'

/*
 * Regular expressions without backtracking. A pattern is written by one customer's administrator and run on a server
 * that all customers share, so the time must grow with the text alone, whatever the pattern. Known here: literals,
 * `.`, `\d \w \s` and their opposites, `[...]`, groups, `|`, `? * + {n} {n,} {n,m}`. `^` and `$` may stand at the
 * ends; a pattern always speaks of the whole text.
 *
 * A pattern becomes a table (`pattern-table.ts`): one look for each character. Some few patterns would need a table
 * without bounds, such as `.*a.{500}`. They are refused when the content type is saved; those of types that were saved
 * before there was a limit still work, in time that grows with text × states (`pattern-machine.ts`).
 */
export interface Pattern {
  matches(text: string): boolean
  /** Whether its table is within the limits. */
  readonly isWithinLimits: boolean
  /** Steps that it took to be worked out, and cells of its table. */
  readonly work: number
}

/** The latest ones. */
const known = new Map<string, { readonly pattern: Pattern; readonly cells: number }>()
const maxKnown = 5_000
/** Cells of all tables that are kept: some megabytes. */
const maxKnownCells = 4_000_000
let knownCells = 0

/** Throws where the pattern cannot be read; `isPattern` asks first. */
export const compilePattern = (pattern: string): Pattern =>
  known.get(pattern)?.pattern ?? inOneGo(compileInSteps(pattern))

/** The same in steps. */
export function* compileInSteps(pattern: string): Steps<Pattern> {
  const before = known.get(pattern)
  if (before !== undefined) return before.pattern
  const machine = new PatternMachine(new PatternReader(pattern).whole())
  yield
  const { work, table } = yield* patternTable(machine)
  // Not by the machine where there is a table: it would stay in memory, and is much larger.
  const automaton = table ?? machine
  const compiled: Pattern = {
    matches: (text) => automaton.accepts(text),
    isWithinLimits: table !== null,
    work,
  }
  keep(pattern, compiled, table?.cells ?? 0)
  return compiled
}

/** One after the other goes where there are too many, so that those of one request are all there once it has prepared them. */
function keep(pattern: string, compiled: Pattern, cells: number): void {
  knownCells += cells - (known.get(pattern)?.cells ?? 0)
  known.set(pattern, { pattern: compiled, cells })
  for (const [oldest, { cells: less }] of known) {
    if (known.size <= maxKnown && knownCells <= maxKnownCells) return
    known.delete(oldest)
    knownCells -= less
  }
}

export const isPattern = (pattern: string): boolean => {
  try {
    compilePattern(pattern)
    return true
  } catch (error) {
    if (error instanceof PatternError) return false
    throw error
  }
}

/** What is wrong with the setting `pattern` of a field, asked when its content type is saved. */
export const checkPattern = ({ pattern }: { readonly pattern?: string | undefined }): ValueIssue[] =>
  pattern === undefined || compilePattern(pattern).isWithinLimits
    ? []
    : [
        {
          code: 'TOO_LARGE',
          message:
            'is too large: written out, its counts and choices come to too many states. Shorten its counts, or let its choices begin differently',
          path: '.pattern',
          params: {},
        },
      ]
