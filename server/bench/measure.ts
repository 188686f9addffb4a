import pg from 'pg'
import { Problem } from '../src/core/problem.ts'
import { DatabaseUnavailable } from '../src/platform/database/database-errors.ts'
import { type Cpu, type CpuMeter, cpuOfEach } from './cpu.ts'

export interface Measured {
  readonly p50: number
  readonly p99: number
  readonly mean: number
  readonly most: number
  readonly cpu?: Cpu
  /** Runs that the server has cancelled because of their time-out; their time is counted. */
  readonly failed?: number
}

/** Measures the runs in milliseconds, after a few warm-up runs that fill caches and plans. */
export async function measure(
  runs: number,
  work: (run: number) => Promise<unknown>,
  meter?: Pick<CpuMeter, 'read'>,
): Promise<Measured> {
  const warmUp = Math.min(20, Math.ceil(runs / 5))
  for (let run = 0; run < warmUp; run++) await isDone(work(run))
  const before = await meter?.read()
  const times: number[] = []
  let failed = 0
  for (let run = warmUp; run < runs + warmUp; run++) {
    const start = performance.now()
    if (!(await isDone(work(run)))) failed += 1
    times.push(performance.now() - start)
  }
  const after = await meter?.read()
  return { ...summary(times), failed, ...(before && after && { cpu: cpuOfEach(before, after, runs) }) }
}

/** False where the work was cancelled because of its time-out; other errors end the bench. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const isLate =
      error instanceof DatabaseUnavailable ||
      (error instanceof pg.DatabaseError && error.code === '57014') ||
      (error instanceof Problem && error.code === 'UNAVAILABLE')
    if (isLate) return false
    throw error
  }
}

export function summary(times: readonly number[]): Measured {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return { p50: at(0.5), p99: at(0.99), mean, most: at(1) }
}

export interface TableRow extends Partial<Measured> {
  readonly what: string
  /** Milliseconds of a comparable query in plain SQL, in the same run. */
  readonly raw?: number | string | undefined
  /** The upper limit of p99. */
  readonly bar?: number | undefined
  /** The upper limit of the CPU time of server and database. */
  readonly cpuBar?: number | undefined
}

export const isMet = ({ p99, bar, cpu, cpuBar, failed = 0 }: TableRow): boolean =>
  failed === 0 &&
  (bar === undefined || p99 === undefined || p99 < bar) &&
  (cpuBar === undefined || cpu?.database === undefined || cpu.here + cpu.database <= cpuBar)

const number = (value: number | string | undefined): string =>
  typeof value === 'number' ? value.toFixed(value < 10 ? 2 : 1) : (value ?? '')

export function printTable(title: string, rows: readonly TableRow[]): void {
  const cells = rows.map((row) => {
    const { what, p50, p99, cpu, raw, bar, cpuBar } = row
    return [
      what,
      number(p50),
      number(p99),
      number(cpu?.here),
      number(cpu?.database),
      number(raw),
      p50 !== undefined && typeof raw === 'number' ? `${(p50 / raw).toFixed(2)} ×` : '',
      bar === undefined ? '' : `< ${bar}`,
      cpuBar === undefined ? '' : `≤ ${cpuBar}`,
      bar === undefined ? '' : isMet(row) ? 'met' : 'MISSED',
      row.failed ? `${row.failed} timed out` : '',
    ]
  })
  print(title, [
    ['milliseconds', 'p50', 'p99', 'CPU here', 'CPU db', 'raw SQL', 'ratio', 'p99 bar', 'CPU bar', '', ''],
    ...cells,
  ])
}

export function print(title: string, cells: readonly (readonly string[])[]): void {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  console.log(`\n${title}`)
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
}
