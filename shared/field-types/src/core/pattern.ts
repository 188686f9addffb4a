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
}

const known = new Map<string, Pattern>()
const maxKnown = 500
/** Cells of all tables that are kept: some megabytes. */
const maxKnownCells = 4_000_000
let knownCells = 0

/** Throws where the pattern cannot be read; `isPattern` asks first. */
export const compilePattern = (pattern: string): Pattern => known.get(pattern) ?? inOneGo(compileInSteps(pattern))

/** The same in steps. */
export function* compileInSteps(pattern: string): Steps<Pattern> {
  const before = known.get(pattern)
  if (before !== undefined) return before
  const machine = new PatternMachine(new PatternReader(pattern).whole())
  yield
  const table = yield* patternTable(machine)
  const compiled: Pattern = {
    matches: (text) => (table ?? machine).accepts(text),
    isWithinLimits: table !== null,
  }
  if (known.size >= maxKnown || knownCells > maxKnownCells) {
    known.clear()
    knownCells = 0
  }
  known.set(pattern, compiled)
  knownCells += table?.cells ?? 0
  return compiled
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
