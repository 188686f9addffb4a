import { defineConfig } from '@rstest/core'
import { isWholeRun } from './testing/budget.ts'

/** They measure CPU time, which in a large heap is also that of the collector: `rstest.alone.config.ts` runs them. */
export const alone = [
  'src/linear-time.test.ts',
  'src/hostile-files.test.ts',
  'src/longest-piece.test.ts',
  'src/modules/content/large-saves.whole.test.ts',
]

/** Only run by `npm test -- all`, as something shorter proves the same in the usual run. */
const wholeFiles = ['**/*.whole.test.ts']

export const whole = isWholeRun ? [] : wholeFiles

/** Files that the groups of server tests share out. A function, as a run knows that it is whole only after this file was loaded. */
export const groupedFiles = (isWhole: boolean) => ({
  include: ['src/**/*.test.ts', 'identity-dev/**/*.test.ts', 'testing/**/*.test.ts'],
  exclude: [...alone, ...(isWhole ? [] : wholeFiles)],
})

export default defineConfig({
  testEnvironment: 'node',
  ...groupedFiles(isWholeRun),
  // One process for many files: loading the server for each of a hundred files would be a good part of the time. A file
  // that changes something of the process (timers, listeners, variables) changes it back. Past the limit, the next file
  // gets a new process.
  isolate: false,
  pool: { memoryLimit: '1GB' },
  // One PostgreSQL for the whole run; each process takes a database from it, and a file that needs one of its own.
  globalSetup: ['testing/database-setup.ts'],
  // Each file gets the seed of what is random, which a failure tells; keeps the statements that its server sends, where the run asks for it
  // (scripts/checks/statements.ts); and prints what the server has logged beside a test that fails.
  setupFiles: ['testing/random.ts', 'testing/record-statements.ts', 'testing/log-of-failed-test.ts'],
  // Limits that end a test which would wait for ever. They decide nothing on a machine that is merely slow.
  testTimeout: isWholeRun ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
})
