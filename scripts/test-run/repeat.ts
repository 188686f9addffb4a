import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { alone } from '../../server/rstest.config.ts'
import { check, type Outcome } from '../checks/part.ts'
import { packages, root } from '../workspace.ts'
import { browserTests, loadDemo } from './browser-tests.ts'
import { keepCoresBusy } from './busy-cores.ts'
import { tally } from './tally.ts'
import { inSeconds } from './time-report.ts'
import { unitTests } from './unit-tests.ts'

interface RepeatOptions {
  readonly times: number
  /** How many cores are kept busy meanwhile. */
  readonly busy: number
  readonly log: (line: string) => void
}

/** Runs one test file again and again, each time from its start, and tells how often it failed and why. */
export async function repeatFile(path: string, { times, busy, log }: RepeatOptions): Promise<boolean> {
  const runOnce = runnerOf(path)
  if (runOnce === undefined) {
    log(`${path} is no test file of this repository; name it by its path from the root`)
    return false
  }
  // Before the cores are busy, as it is the same each time.
  if (path.startsWith('e2e/')) {
    await check('build', ['scripts/tasks/build.ts'], root)
    await loadDemo()
  }
  const free = keepCoresBusy(busy)
  const failures: string[] = []
  let failedRuns = 0
  try {
    for (let round = 1; round <= times; round++) {
      const started = performance.now()
      const outcome = await runOnce()
      const took = inSeconds((performance.now() - started) / 1_000)
      log(`  ${outcome.failed === 0 ? '✓' : '✗'} ${String(round).padStart(3)} of ${times} ${took}`)
      if (outcome.failed > 0) failedRuns++
      failures.push(...outcome.failures)
    }
  } finally {
    await free()
  }
  for (const line of tally(failures)) log(line)
  log(`\n${path} failed in ${failedRuns} of ${times} runs`)
  return failedRuns === 0
}

/** Undefined where the path is that of no test file. */
function runnerOf(path: string): (() => Promise<Outcome>) | undefined {
  const folder = packages().find((name) => path.startsWith(`${name}/`))
  if (folder === undefined || !existsSync(join(root, path)) || !/\.(?:test|spec)\.tsx?$/.test(path)) return undefined
  const file = relative(folder, path)
  const quiet = () => {}
  if (folder === 'e2e') return () => browserTests([file], quiet)
  const isAlone = folder === 'server' && alone.includes(file)
  const config = isAlone ? 'rstest.alone.config.ts' : 'rstest.config.ts'
  return () => unitTests({ name: path, folder, config, files: [file] }, quiet)
}
