// Takes each defence out that has a marker in the sources (scripts/checks/defences.ts) and runs the tests that its row of
// docs/defences.md names: one of them has to fail. It works in copies, so nothing here changes. That the tests pass with
// the defences is what `npm test` shows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyOfSources, resultsWithout } from '../checks/defence-runs.ts'
import {
  type Marker,
  markersOf,
  type NamedTest,
  type Outcome,
  outcomeOf,
  type Row,
  rowsIn,
} from '../checks/defences.ts'
import { root } from '../workspace.ts'

const usage = `Takes out each defence that has a marker, and runs the tests of its row in docs/defences.md, of which one has to fail.
Tests in a browser are left out.

  npm run task defences                 all
  npm run task defences -- 13 45        those of these rows
  npm run task defences -- --list       names rows, markers and tests, and runs nothing`

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const rows = new Map(rowsIn(readFileSync(join(root, 'docs/defences.md'), 'utf8')).map((row) => [row.number, row]))
const unknown = wanted.filter((number) => !rows.has(number))
if (unknown.length > 0) {
  console.error(`docs/defences.md has no row ${unknown.join(', ')}.`)
  process.exit(2)
}
const markers = markersOf(root).filter(({ row }) => wanted.length === 0 || wanted.includes(row))
const placeOf = ({ path, line }: Marker) => `${path}:${line}`
const stray = markers.filter(({ row }) => !rows.has(row))
if (stray.length > 0) {
  console.error(`docs/defences.md has no row for ${stray.map(placeOf).join(', ')}.`)
  process.exit(2)
}
const order = [...rows.keys()]
markers.sort((a, b) => order.indexOf(a.row) - order.indexOf(b.row))

const isInBrowser = ({ path }: NamedTest) => path.startsWith('e2e/')
const nameOf = ({ path, title }: NamedTest) => `${path.slice(path.lastIndexOf('/') + 1)} ${title}`

if (values.list) {
  for (const [number, own] of Map.groupBy(markers, ({ row }) => row))
    console.log(`${[number, ...own.map(placeOf), ...(rows.get(number)?.tests.map(nameOf) ?? [])].join('\n    ')}`)
  const marked = new Set(markers.map(({ row }) => row)).size
  console.log(`\n${marked} of ${rows.size} rows have a marker, ${markers.length} markers`)
  process.exit(0)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

/** Tests that failed without a defence of their row, by the number of the row. */
const proven = new Map<string, Set<NamedTest>>()
let [passed, failed] = [0, 0]

async function judge(marker: Marker, { number, tests }: Row, copy: string): Promise<void> {
  const startedAt = performance.now()
  const run = tests.filter((test) => !isInBrowser(test))
  const results = await resultsWithout(marker, run, copy, stop.signal)
  if (stop.signal.aborted) return
  const outcomes = run.map((test) => ({ test, outcome: outcomeOf(test, results) }))
  const those = (asked: Outcome) => outcomes.filter(({ outcome }) => outcome === asked).map(({ test }) => test)
  const [fell, stood, missing] = [those('failed'), those('passed'), those('not run')]
  proven.set(number, (proven.get(number) ?? new Set()).union(new Set(fell)))
  const isProof = fell.length > 0
  if (isProof) passed += 1
  else failed += 1
  const took = `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`
  console.log(`  ${isProof ? '✓' : '✗'} ${number.padEnd(3)} ${placeOf(marker)} (${took})`)
  for (const test of fell) console.log(`          fails without it: ${nameOf(test)}`)
  if (isProof) return
  for (const test of stood) console.log(`          passes without it: ${nameOf(test)}`)
  for (const test of missing) console.log(`          could not run: ${nameOf(test)}`)
}

async function lane(): Promise<void> {
  const copy = copyOfSources()
  try {
    for (let marker = queue.shift(); marker && !stop.signal.aborted; marker = queue.shift()) {
      const row = rows.get(marker.row)
      if (row !== undefined) await judge(marker, row, copy.root)
    }
  } finally {
    copy.remove()
  }
}

const queue = [...markers]
const lanes = Math.min(2, queue.length)
await Promise.all(Array.from({ length: lanes }, lane))
if (stop.signal.aborted) console.log('\nstopped')

const unproven = [...proven].flatMap(([number, fell]) =>
  (rows.get(number)?.tests ?? [])
    .filter((test) => !isInBrowser(test) && !fell.has(test))
    .map((test) => `  ${number.padEnd(5)} ${nameOf(test)}`),
)
if (unproven.length > 0) console.log(`\nTests of these rows that no marker makes fail:\n${unproven.join('\n')}`)
process.exitCode = failed === 0 && passed > 0 && !stop.signal.aborted ? 0 : 1
console.log(`\n${proven.size} rows\n${passed} passed, ${failed} failed`)
