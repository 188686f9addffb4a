import type { CharacterClasses } from './character-set.ts'
import type { PatternMachine } from './pattern-machine.ts'
import type { Steps } from './steps.ts'

/**
 * What a pattern may come to: cells of its table (states × classes of characters), and steps to work it out. Patterns of
 * codes and names have some hundred cells.
 */
const maxCells = 100_000
const maxWork = 300_000

/** Cells of one state, one for each class of characters. */
type Row = Int32Array

const nowhere = -1

/** The pattern as a deterministic automaton: one look into a table for each character, whatever the pattern. */
export interface PatternTable {
  readonly cells: number
  accepts(text: string): boolean
}

export interface WorkedOut {
  /** Steps that it took, and cells. */
  readonly work: number
  /** Null where the table would be larger than `maxCells`, or take too long to make. */
  readonly table: PatternTable | null
}

/** Steps of the work between two turns of others: a tenth of a millisecond. */
const workAtOnce = 1_000

/** In steps, as it takes fifty milliseconds. */
export function* patternTable(machine: PatternMachine): Steps<WorkedOut> {
  const { classes, first, last } = machine
  const rows: Row[] = []
  const isAccepted: boolean[] = []
  const known = new Map<string, number>()
  const waiting: (readonly number[])[] = []
  let work = 0
  let pausedAt = 0
  const allWork = () => work + machine.work + rows.length * classes.count

  const stateOf = (steps: readonly number[]): number => {
    const name = steps.join()
    const before = known.get(name)
    if (before !== undefined) return before
    known.set(name, rows.length)
    waiting.push(steps)
    isAccepted.push(steps.includes(last))
    return rows.push(new Int32Array(classes.count).fill(nowhere)) - 1
  }

  stateOf(sorted(machine.reachedFrom(first)))
  for (let at = 0; at < waiting.length; at += 1) {
    const ahead = new Map<number, Set<number>>()
    for (const step of waiting[at] ?? []) {
      const behind = machine.behind(step)
      for (const column of machine.columnsOf(step)) {
        const there = ahead.get(column) ?? new Set()
        ahead.set(column, there)
        for (const next of behind) there.add(next)
        work += 1 + behind.length
        if (work + machine.work > maxWork) return { work: allWork(), table: null }
      }
      if (work - pausedAt > workAtOnce) {
        yield
        pausedAt = work
      }
    }
    for (const [column, steps] of ahead) {
      work += steps.size
      const row = rows[at]
      if (row !== undefined) row[column] = stateOf(sorted(steps))
      if (rows.length * classes.count > maxCells) return { work: allWork(), table: null }
      if (work - pausedAt > workAtOnce) {
        yield
        pausedAt = work
      }
    }
    yield
  }

  return { work: allWork(), table: compact(rows, isAccepted, classes) }
}

/** In a function of its own, so that what it was made from does not stay in memory with it. */
function compact(rows: readonly Row[], isAccepted: readonly boolean[], classes: CharacterClasses): PatternTable {
  const { count } = classes
  const next = new Int32Array(rows.length * count)
  for (const [at, row] of rows.entries()) next.set(row, at * count)
  const accepted = Uint8Array.from(isAccepted, Number)
  return {
    cells: next.length,
    accepts(text) {
      let at = 0
      for (let position = 0; position < text.length; position += 1) {
        const point = text.codePointAt(position) ?? 0
        if (point > 0xffff) position += 1
        at = next[at * count + classes.of(point)] ?? nowhere
        if (at === nowhere) return false
      }
      return accepted[at] === 1
    },
  }
}

const sorted = (steps: Iterable<number>): number[] => [...steps].sort((a, b) => a - b)
