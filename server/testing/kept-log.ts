import type { Logger } from 'pino'
import { createLogger } from '../src/platform/logging/index.ts'

/** On the process, as the file of a test and what is set up before it have modules of their own. */
const place = Symbol.for('pim.kept-log')
interface KeptLines {
  lines: string[]
  dropped: number
}
const holder: typeof process & { [place]?: KeptLines } = process
holder[place] ??= { lines: [], dropped: 0 }
const kept = holder[place]
const most = 1_000

/** Keeps warnings and errors in memory; they are of interest only where a test fails. */
export const keptLog = (): Logger =>
  createLogger(
    { level: 'warn', format: 'json' },
    {
      write(line) {
        kept.lines.push(line.trimEnd())
        if (kept.lines.length <= most) return
        kept.lines.shift()
        kept.dropped++
      },
    },
  )

/** How many lines were ever written. */
export const logPosition = (): number => kept.dropped + kept.lines.length

export const loggedSince = (position: number): readonly string[] =>
  kept.lines.slice(Math.max(0, position - kept.dropped))
