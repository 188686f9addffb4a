import { join } from 'node:path'
import { z } from 'zod'
import { failure, type Outcome } from '../checks/part.ts'

const errorSchema = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
  diff: z.string().optional(),
})
type ReportedError = z.infer<typeof errorSchema>

const resultSchema = z.object({
  testId: z.string(),
  testPath: z.string(),
  fullName: z.string(),
  status: z.enum(['pass', 'fail', 'skip', 'todo']),
  duration: z.number().default(0),
  errors: z.array(errorSchema).default([]),
})

/** rstest's report, as far as it is read. */
export const unitReportSchema = z.object({
  summary: z.object({ passedTests: z.number(), failedTests: z.number() }),
  files: z.array(resultSchema.extend({ results: z.array(resultSchema).default([]) })),
  /** Logs of all tests, if only one has failed, too. */
  consoleLogs: z
    .array(z.object({ content: z.string(), taskId: z.string().optional(), testPath: z.string() }))
    .default([]),
  unhandledErrors: z.array(errorSchema).default([]),
})
export type UnitReport = z.infer<typeof unitReportSchema>

/** A test that walks at random may have logged thousands of lines; its seed is logged at the end or the beginning. */
const shownLogs = 40

/** The outcome of the tests in the folder of a package, by its path from the root. */
export function outcomeOfUnits(report: UnitReport, folder: string, root: string): Outcome {
  const pathOf = (testPath: string) => join(folder, testPath)
  const ofTests = report.files.flatMap(({ results }) =>
    results
      .filter(({ status }) => status === 'fail')
      .map((test) =>
        failure(
          `${pathOf(test.testPath)} > ${test.fullName}`,
          ...test.errors.map((error) => reasonOf(error, root)),
          ...logsOf(report, test),
        ),
      ),
  )
  // Set-up that fails belongs to no test, and leaves the tests of its file out.
  const ofFiles = report.files
    .filter(({ errors }) => errors.length > 0)
    .map(({ testPath, errors }) => failure(pathOf(testPath), ...errors.map((error) => reasonOf(error, root))))
  const ofNothing = report.unhandledErrors.map((error) =>
    failure(`${folder}: outside of any test`, reasonOf(error, root)),
  )
  const broken = ofFiles.length + ofNothing.length
  return {
    passed: report.summary.passedTests,
    failed: report.summary.failedTests + broken,
    failures: [...ofTests, ...ofFiles, ...ofNothing],
    files: report.files.map(({ testPath, duration }) => ({ path: pathOf(testPath), seconds: duration / 1_000 })),
  }
}

function reasonOf({ name = 'Error', message = '', stack = '', diff = '' }: ReportedError, root: string): string {
  const places = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && line.includes(root) && !line.includes('node_modules'))
    .map((line) => line.replaceAll(`${root}/`, ''))
  return [`${name}: ${message}`, diff.trimEnd(), ...places].filter((text) => text !== '').join('\n')
}

function logsOf({ consoleLogs }: UnitReport, { testId }: { readonly testId: string }): string[] {
  const logs = consoleLogs.filter(({ taskId }) => taskId === testId).map(({ content }) => content.trimEnd())
  const left = logs.length - shownLogs
  if (left <= 0) return logs
  return [...logs.slice(0, shownLogs / 2), `… ${left} more logs …`, ...logs.slice(-shownLogs / 2)]
}
