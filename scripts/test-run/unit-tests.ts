import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Finished, failure, lastLines, type Outcome, run, withoutColours } from '../checks/part.ts'
import { root } from '../workspace.ts'
import { outcomeOfUnits, unitReportSchema } from './unit-report.ts'

/** Read by `reported.config.ts`: the configuration of the package, and where the report goes. */
export const configVariable = 'PIM_TEST_CONFIG'
export const reportVariable = 'PIM_TEST_REPORT'

/** The line that rstest prints when a file has ended: its sign, the project where there are several, and the path. */
const progress = /^[✓✗-] (?:\[[^\]]+\] )?\S+\.test\.tsx?\b/

export interface UnitTests {
  /** Title of the work in the report. */
  readonly name: string
  /** The folder of the package. */
  readonly folder: string
  readonly config: string
  /** Paths in the folder; all that the configuration names where it is left out. */
  readonly files?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export async function unitTests(
  { name, folder, config, files = [], env = {} }: UnitTests,
  tell: (line: string) => void,
): Promise<Outcome> {
  const cwd = join(root, folder)
  return withReport(async (report) => {
    const finished = await run(
      [
        join(root, 'node_modules/@rstest/core/bin/rstest.js'),
        ...['run', '-r', cwd, '-c', join(import.meta.dirname, 'reported.config.ts')],
        ...files,
      ],
      {
        cwd,
        env: { ...env, [configVariable]: join(cwd, config), [reportVariable]: report },
        onLine: (line) => {
          const plain = withoutColours(line).trim()
          if (progress.test(plain)) tell(plain)
        },
      },
    )
    if (!existsSync(report)) return broken(name, finished)
    const outcome = outcomeOfUnits(unitReportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))), folder, root)
    return orBroken(name, outcome, finished)
  })
}

/** Gives the work a place for its report, which is gone afterwards. */
export async function withReport(work: (path: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pim-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that ends badly without a failed test, or has no tests, counts as one failure. */
export function orBroken(name: string, outcome: Outcome, finished: Finished): Outcome {
  const isBroken = (finished.code !== 0 && outcome.failed === 0) || outcome.passed + outcome.failed === 0
  if (!isBroken) return outcome
  const { failures } = broken(name, finished)
  return { ...outcome, failed: outcome.failed + 1, failures: [...outcome.failures, ...failures] }
}

export const broken = (name: string, { code, output }: Finished): Outcome => ({
  passed: 0,
  failed: 1,
  failures: [
    failure(`${name} ended with ${code}, without a failed test; the end of its output:`, lastLines(output, 60)),
  ],
  files: [],
})
