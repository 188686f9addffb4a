// Runs all checks and tests, checks first. The last line is `N passed, N failed`.
// `npm test -- types unit` runs only the parts that are named.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findChromium } from '../checks/chromium.ts'
import { check, type Outcome, readFailures, readSummary, run, sum } from '../checks/part.ts'
import { typePrograms } from '../checks/type-programs.ts'
import { packages, root } from '../workspace.ts'

const bin = (path: string): string => join(root, 'node_modules', path)
const maxConcurrent = 2

const parts: Readonly<Record<string, () => Promise<Outcome>>> = {
  async types() {
    const works = typePrograms().map(({ config, packages }) => () => {
      // One checker: each of several would look at the same declarations again, and all cores have work anyway.
      const options = ['-p', config, '--pretty', 'false', '--checkers', '1']
      return check(packages.join(', '), [bin('typescript/bin/tsc'), ...options], root)
    })
    return sum(await inLanes(works))
  },
  lint: () => check('biome', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'], root),
  contract: () => check('the reports of the contracts are up to date', ['scripts/tasks/contract.ts', '--check'], root),
  unused: () => check('knip', [bin('knip/bin/knip.js'), '--no-progress'], root),
  boundaries: () => check('who may import whom', ['scripts/checks/boundaries.ts'], root),
  documents: () => check('documents name files that are there', ['scripts/checks/documents.ts'], root),
  words: () => check('every string is there, used and translated', ['scripts/checks/words.ts'], root),
  openapi: () => check('docs/openapi.json is up to date', ['scripts/tasks/openapi.ts', '--check'], root),
  async unit() {
    const tested = packages().filter((name) => existsSync(join(root, name, 'rstest.config.ts')))
    // The server's tests take as long as all others together, so they run in two halves, each with a database of its own.
    const works = [
      unitTests('server', 'rstest.config.ts', { shard: '1/2', stream: true }),
      unitTests('server', 'rstest.config.ts', { shard: '2/2' }),
      ...longestFirst(tested.filter((name) => name !== 'server')).map((name) => unitTests(name, 'rstest.config.ts')),
      unitTests('server', 'rstest.alone.config.ts'),
    ]
    return sum(await inLanes(works))
  },
  citus,
  build: () => check('every app can be built', ['scripts/tasks/build.ts'], root),
  browser,
}

/** Those that take over a minute come first, so that no lane waits for one of them at the end. */
const longestFirst = (names: readonly string[]): string[] => {
  const long = ['scripts', 'remote-content', 'shared/field-types'].filter((name) => names.includes(name))
  return [...long, ...names.filter((name) => !long.includes(name))]
}

interface UnitTestOptions {
  /** Which part of the files, as `1/2`; without it all. */
  readonly shard?: string
  readonly title?: string
  /** Prints while it runs. What is not is printed when it has ended, so that two do not mix. */
  readonly stream?: boolean
}

const unitTests =
  (name: string, config: string, { shard, title: named = name, stream = false }: UnitTestOptions = {}) =>
  async (): Promise<Outcome> => {
    const title = shard === undefined ? named : `${named} ${shard}`
    if (stream) console.log(`\n  ${title}`)
    const args = [bin('@rstest/core/bin/rstest.js'), 'run', '-c', config, ...(shard ? ['--shard', shard] : [])]
    const finished = await run(args, { cwd: join(root, name), stream })
    if (!stream) console.log(`\n  ${title}\n${finished.output}`)
    const outcome = readSummary(finished)
    // A run that ends badly without a failed test is named by its title.
    return outcome.failed > outcome.failures.length ? { ...outcome, failures: [...outcome.failures, title] } : outcome
  }

/** Runs `maxConcurrent` works at a time. */
async function inLanes(works: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = [...works]
  const lane = async () => {
    for (let work = queue.shift(); work !== undefined; work = queue.shift()) outcomes.push(await work())
  }
  await Promise.all(Array.from({ length: maxConcurrent }, lane))
  return outcomes
}

/** The server's tests once more, against a distributed database. Its extension lies beside the project, not in it. */
async function citus(): Promise<Outcome> {
  const script = join(root, '..', 'shared', 'citus', 'cluster')
  const lacking =
    process.platform !== 'linux' || process.arch !== 'x64'
      ? 'its extension is for linux-x64 alone'
      : existsSync(script)
        ? undefined
        : `${script} is not there`
  if (lacking !== undefined) {
    console.log(`  skipped, as ${lacking}`)
    return { passed: 0, failed: 0, failures: [] }
  }
  return unitTests('server', 'rstest.citus.config.ts', { title: 'server on a distributed database' })()
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

async function browser(): Promise<Outcome> {
  const chromium = findChromium(console.log)
  if (chromium === undefined) {
    console.log('  ✗ no chromium: install one, or name it with PIM_CHROMIUM')
    return { passed: 0, failed: 1, failures: ['no chromium'] }
  }
  const folder = mkdtempSync(join(tmpdir(), 'pim-report-'))
  try {
    const report = join(folder, 'report.json')
    const { code, output } = await run(
      [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
      {
        cwd: join(root, 'e2e'),
        env: { PIM_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        stream: true,
      },
    )
    if (!existsSync(report)) return { passed: 0, failed: 1, failures: ['Playwright has written no report'] }
    const { stats } = playwrightReport.parse(JSON.parse(readFileSync(report, 'utf8')))
    // A test that passes only when it is retried counts as failed.
    const failed = stats.unexpected + stats.flaky
    const isBroken = (code !== 0 && failed === 0) || stats.expected + failed === 0
    return { passed: stats.expected, failed: failed + (isBroken ? 1 : 0), failures: readFailures(output) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

/** Parts that run beside each other: checks of one core each, and the distributed database, which mostly waits for its disk. */
const together = [
  ['lint', 'contract', 'unused', 'boundaries', 'documents', 'words', 'openapi'],
  ['unit', 'citus'],
]

const outcomes: Outcome[] = []
async function runPart(name: string): Promise<Outcome> {
  const outcome = (await parts[name]?.()) ?? { passed: 0, failed: 1, failures: [name] }
  console.log(`  ${name}: ${outcome.passed} passed, ${outcome.failed} failed`)
  return outcome
}
const wanted = Object.keys(parts).filter((name) => named.length === 0 || named.includes(name))
while (wanted.length > 0) {
  const [first = ''] = wanted
  const group = together.find((names) => names.includes(first)) ?? [first]
  const next = wanted.splice(0, wanted.filter((name) => group.includes(name)).length)
  console.log(`\n${next.join(', ')}`)
  outcomes.push(...(await inLanes(next.map((name) => () => runPart(name)))))
}
const { passed, failed, failures } = sum(outcomes)
// `exitCode` and not `exit`, so that the last line is written before the process ends.
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
for (const failure of failures) console.log(`  ✗ ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
