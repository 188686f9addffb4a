import { join } from 'node:path'
import { z } from 'zod'
import { type FileTime, failure, lastLines, type Outcome } from '../checks/part.ts'

const printed = z.array(z.object({ text: z.string().optional() })).default([])
const errors = z.array(z.object({ message: z.string().optional() })).default([])

const resultSchema = z.object({
  parallelIndex: z.number(),
  status: z.string().optional(),
  duration: z.number(),
  startTime: z.string(),
  errors,
  stdout: printed,
  stderr: printed,
})
type Result = z.infer<typeof resultSchema>

const suiteSchema = z.object({
  title: z.string(),
  file: z.string().default(''),
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(z.object({ status: z.string(), results: z.array(resultSchema) })),
      }),
    )
    .default([]),
  get suites() {
    return z.array(suiteSchema).default([])
  },
})
type Suite = z.infer<typeof suiteSchema>

/** Playwright's report, as far as it is read. */
export const browserReportSchema = z.object({
  suites: z.array(suiteSchema),
  errors,
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

interface Test {
  readonly path: string
  readonly name: string
  readonly hasPassed: boolean
  readonly results: readonly Result[]
}

/** The outcome of a run whose output is `output`; the products of its lanes have written their logs into it. */
export function outcomeOfBrowser(report: z.infer<typeof browserReportSchema>, output: string): Outcome {
  const tests = report.suites.flatMap((suite) => testsIn(suite, []))
  const ofTests = tests.filter(({ hasPassed }) => !hasPassed).map((test) => failureOf(test, output))
  // Errors of the set-up, the configuration, or a product that does not start belong to no test.
  const ofNothing = report.errors.map(({ message = '' }) => failure('the browser tests, outside of any test', message))
  const { expected, unexpected, flaky } = report.stats
  return {
    passed: expected,
    // A test that passes only when it is retried counts as failed.
    failed: unexpected + flaky + ofNothing.length,
    failures: [...ofTests, ...ofNothing],
    files: timesOf(tests),
  }
}

/** The title of the outermost suite is the path of its file, which each test has as well. */
const testsIn = ({ suites, specs }: Suite, titles: readonly string[]): Test[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      path: join('e2e/specs', file),
      name: [...titles, title].join(' > '),
      hasPassed: status === 'expected' || status === 'skipped',
      results,
    })),
  ),
  ...suites.flatMap((suite) => testsIn(suite, [...titles, suite.title])),
]

function failureOf({ path, name, results }: Test, output: string): string {
  const failed = results.filter(({ status }) => status !== 'passed' && status !== 'skipped')
  return failure(
    `${path} > ${name}`,
    ...failed.flatMap((result) => [
      ...result.errors.map(({ message = '' }) => message),
      // `tellScreen` prints the screen in words, and the calls that were refused.
      ...[...result.stdout, ...result.stderr].map(({ text = '' }) => text),
      ...logOf(result, output),
    ]),
  )
}

const shownLines = 60

/** The log of the product of the test's lane, from the start of the test to its end. */
function logOf({ parallelIndex, startTime, duration }: Result, output: string): string[] {
  const from = Date.parse(startTime)
  const lines = output
    .split('\n')
    .map((line) => line.split(`[product ${parallelIndex}] `)[1] ?? '')
    .filter((line) => {
      const written = Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '')
      return written >= from && written <= from + duration
    })
  if (lines.length === 0) return ['The product of its lane has logged no warning since the test began.']
  return ['The log of the product since the test began:', lastLines(lines.join('\n'), shownLines)]
}

const timesOf = (tests: readonly Test[]): FileTime[] =>
  [...Map.groupBy(tests, ({ path }) => path)].map(([path, ofFile]) => ({
    path,
    seconds: ofFile.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration / 1_000, 0),
  }))
