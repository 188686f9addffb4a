import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { alone } from '../../server/rstest.config.ts'
import { packages } from '../workspace.ts'
import { copyOfSources } from './copy-of-sources.ts'
import { type NamedTest, outcomeOf, runner, type TestResult, titlePattern } from './defences.ts'
import { run } from './part.ts'

/** A change of one file that tests have to notice: a defence that is taken out, or a fault that is put in. */
export interface Fault {
  readonly name: string
  readonly path: string
  changed(text: string): string
  /** One of them has to fail. */
  readonly tests: readonly NamedTest[]
}

export const nameOf = ({ path, title }: NamedTest): string =>
  path === runner ? `npm test -- ${title}` : `${path.slice(path.lastIndexOf('/') + 1)} ${title}`

export interface Judgement {
  /** Faults that a test has found, and that none has. */
  readonly passed: number
  readonly failed: number
  /** The tests that have failed, by their fault. */
  readonly found: ReadonlyMap<Fault, readonly NamedTest[]>
}

/** Runs the tests of each fault in copies that have it, two at a time, and prints which of them fail. */
export async function judgeFaults(faults: readonly Fault[], signal: AbortSignal): Promise<Judgement> {
  const found = new Map<Fault, readonly NamedTest[]>()
  const queue = [...faults]
  const lane = async () => {
    const copy = copyOfSources()
    try {
      for (let fault = queue.shift(); fault !== undefined && !signal.aborted; fault = queue.shift()) {
        const fell = await judge(fault, copy.root, signal)
        if (!signal.aborted) found.set(fault, fell)
      }
    } finally {
      copy.remove()
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, faults.length) }, lane))
  const passed = [...found.values()].filter((fell) => fell.length > 0).length
  return { passed, failed: found.size - passed, found }
}

async function judge(fault: Fault, copy: string, signal: AbortSignal): Promise<NamedTest[]> {
  const startedAt = performance.now()
  const results = await resultsWith(fault, copy, signal)
  if (signal.aborted) return []
  const outcomes = fault.tests.map((test) => ({ test, outcome: outcomeOf(test, results) }))
  const fell = outcomes.flatMap(({ test, outcome }) => (outcome === 'failed' ? [test] : []))
  const took = `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`
  console.log(`  ${fell.length > 0 ? '✓' : '✗'} ${fault.name} (${took})`)
  for (const test of fell) console.log(`          fails: ${nameOf(test)}`)
  if (fell.length > 0) return fell
  for (const { test, outcome } of outcomes)
    console.log(`          ${outcome === 'passed' ? 'passes' : 'could not run'}: ${nameOf(test)}`)
  return []
}

async function resultsWith({ path, changed, tests }: Fault, copy: string, signal: AbortSignal): Promise<TestResult[]> {
  const file = join(copy, path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, changed(text))
  try {
    const results: TestResult[] = []
    for (const [place, named] of Map.groupBy(tests, placeOf)) {
      if (place === runner) results.push(...(await resultsOfParts(named, copy, signal)))
      else if (place !== undefined) results.push(...(await resultsOf(place, named, copy, signal)))
    }
    return results
  } finally {
    writeFileSync(file, text)
  }
}

async function resultsOfParts(parts: readonly NamedTest[], copy: string, signal: AbortSignal): Promise<TestResult[]> {
  const results: TestResult[] = []
  for (const { path, title } of parts) {
    const { code } = await run([join(copy, path), title], { cwd: copy, signal })
    results.push({ name: title, testPath: path, status: code === 0 ? 'pass' : 'fail' })
  }
  return results
}

const report = z.object({
  files: z.array(
    z.object({ results: z.array(z.object({ name: z.string(), testPath: z.string(), status: z.string() })) }),
  ),
})

async function resultsOf(place: string, tests: readonly NamedTest[], copy: string, signal: AbortSignal) {
  const [folder = '', config = ''] = place.split(' ')
  const files = new Set(tests.map(({ path }) => relative(folder, path)))
  const titles = `(?:${tests.map(({ title }) => titlePattern(title)).join('|')})$`
  const { output } = await run(
    [
      join(copy, 'node_modules/@rstest/core/bin/rstest.js'),
      ...['run', '-c', config, '--reporter', 'json', '-t', titles],
      ...files,
    ],
    { cwd: join(copy, folder), signal },
  )
  const json = output.slice(output.indexOf('\n{\n  "tool": "rstest"'), output.lastIndexOf('\n}') + 2)
  const read = report.safeParse(parsed(json))
  return read.success ? read.data.files.flatMap(({ results }) => results) : []
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The folder of a test's package and the configuration that runs it; undefined for tests in a browser. */
function placeOf({ path }: NamedTest): string | undefined {
  if (path === runner) return runner
  const folder = packages().find((name) => path.startsWith(`${name}/`))
  if (folder === undefined || folder === 'e2e') return undefined
  const isAlone = folder === 'server' && alone.includes(relative(folder, path))
  return `${folder} ${isAlone ? 'rstest.alone.config.ts' : 'rstest.config.ts'}`
}
