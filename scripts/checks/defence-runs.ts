import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'
import { alone } from '../../server/rstest.config.ts'
import { packages, root } from '../workspace.ts'
import { type Marker, type NamedTest, type TestResult, titlePattern, withoutDefence } from './defences.ts'
import { run } from './part.ts'

/** A copy of the sources in which a defence can be taken out while nothing here changes. */
export interface Copy {
  readonly root: string
  remove(): void
}

const leftOut = new Set(['.git', '.tools', '.data', '.cache', 'dist', 'test-results', 'playwright-report'])

export function copyOfSources(from: string = root): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'pim-defences-'))
  // The test database runs as another user of the machine.
  chmodSync(folder, 0o755)
  const installed = join(from, 'node_modules')
  cpSync(from, folder, {
    recursive: true,
    // Links between the packages then lead to those of the copy.
    verbatimSymlinks: true,
    filter: (path) => path !== installed && !leftOut.has(basename(path)),
  })
  symlinkSync(installed, join(folder, 'node_modules'))
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The results of the tests with these titles, in the copy without the defence. */
export async function resultsWithout(
  marker: Marker,
  tests: readonly NamedTest[],
  copy: string,
  signal: AbortSignal,
): Promise<TestResult[]> {
  const file = join(copy, marker.path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, withoutDefence(text, marker))
  try {
    const results: TestResult[] = []
    for (const [place, named] of Map.groupBy(tests, placeOf)) {
      if (place !== undefined) results.push(...(await resultsOf(place, named, copy, signal)))
    }
    return results
  } finally {
    writeFileSync(file, text)
  }
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
  const folder = packages().find((name) => path.startsWith(`${name}/`))
  if (folder === undefined || folder === 'e2e') return undefined
  const isAlone = folder === 'server' && alone.includes(relative(folder, path))
  return `${folder} ${isAlone ? 'rstest.alone.config.ts' : 'rstest.config.ts'}`
}
