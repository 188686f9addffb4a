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

/** Null where the table would be larger than `maxCells`, or take too long to make. In steps, as that takes fifty milliseconds. */
export function* patternTable(machine: PatternMachine): Steps<PatternTable | null> {
  const { classes, first, last } = machine
  const rows: Row[] = []
  const isAccepted: boolean[] = []
  const known = new Map<string, number>()
  const waiting: (readonly number[])[] = []
  let work = 0

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
        if (work + machine.work > maxWork) return null
      }
    }
    for (const [column, steps] of ahead) {
      work += steps.size
      const row = rows[at]
      if (row !== undefined) row[column] = stateOf(sorted(steps))
      if (rows.length * classes.count > maxCells) return null
    }
    yield
  }

  return {
    cells: rows.length * classes.count,
    accepts(text) {
      let at = 0
      for (let position = 0; position < text.length; position += 1) {
        const point = text.codePointAt(position) ?? 0
        if (point > 0xffff) position += 1
        at = rows[at]?.[classes.of(point)] ?? nowhere
        if (at === nowhere) return false
      }
      return isAccepted[at] ?? false
    },
  }
}

const sorted = (steps: Iterable<number>): number[] => [...steps].sort((a, b) => a - b)
