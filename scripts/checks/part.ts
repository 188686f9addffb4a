import { spawn } from 'node:child_process'

/** The result of a part of the test run. A single check counts as one. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Names of failed tests and checks, and why the tests failed, printed again at the end of the run: of a long log often only the last lines are read. */
  readonly failures: readonly string[]
}

export interface Finished {
  readonly code: number
  readonly output: string
}

interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Prints the output while the program runs; otherwise only after a failure. */
  readonly stream?: boolean
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal
}

/** Runs a script with the Node that runs this process. */
export function run(args: readonly string[], { cwd, env = {}, stream = false, signal }: RunOptions): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      if (stream) process.stdout.write(chunk)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs one check, which passes where its exit code is 0. */
export async function check(name: string, args: readonly string[], cwd: string): Promise<Outcome> {
  const started = performance.now()
  const { code, output } = await run(args, { cwd })
  const took = `${((performance.now() - started) / 1_000).toFixed(1)} s`
  if (code === 0) {
    console.log(`  ✓ ${name} (${took})`)
    return { passed: 1, failed: 0, failures: [] }
  }
  console.log(`  ✗ ${name} (${took})\n${output.trimEnd().replace(/^/gm, '      ')}`)
  return { passed: 0, failed: 1, failures: [name] }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them
const withoutColours = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '')

const maxReasonLines = 30
/** Lines of rstest's report that come after the reason of a failure: source, stack, count of files. */
const afterReason = /^ *(?:>? *\d+ \||at |Test Files )/

/** rstest's ` FAIL  file > test` with its error and what differs, and Playwright's `✘  12 file › test (3s)`. */
export function readFailures(output: string): readonly string[] {
  const plain = withoutColours(output)
  const ofUnits = plain
    .split(/^ FAIL {2}/m)
    .slice(1)
    .map((report) => {
      const [name = '', ...lines] = report.split('\n')
      const end = lines.findIndex((line) => afterReason.test(line))
      const reason = lines.slice(0, end === -1 ? maxReasonLines : Math.min(end, maxReasonLines))
      return `${name}: ${reason.filter((line) => line.trim() !== '').join('\n      ')}`
    })
  const ofBrowser = [...plain.matchAll(/^ +✘ +\d+ (.+)$/gm)].map(([, name = '']) => name)
  return [...ofUnits, ...ofBrowser]
}

/**
 * Reads rstest's summary line: `Tests 1 failed | 24 passed (25)`. A run that fails without a failed test, or has no
 * tests, counts as one failure.
 */
export function readSummary({ code, output }: Finished): Outcome {
  const plain = withoutColours(output)
  const summary = [...plain.matchAll(/^\s*Tests\s+(.*)$/gm)].at(-1)?.[1] ?? ''
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0)
  const [passed, failed] = [count('passed'), count('failed')]
  const isBroken = (code !== 0 && failed === 0) || passed + failed === 0
  return { passed, failed: failed + (isBroken ? 1 : 0), failures: readFailures(plain) }
}

export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}
