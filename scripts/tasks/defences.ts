// Takes each defence out that has a marker in the sources (scripts/checks/defences.ts) and runs the tests that its row of
// docs/defences.md names: one of them has to fail. It works in copies, so nothing here changes. That the tests pass with
// the defences is what `npm test` shows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Marker, markersOf, type NamedTest, rowsIn, withoutDefence } from '../checks/defences.ts'
import { type Fault, judgeFaults, nameOf } from '../checks/fault-runs.ts'
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

if (values.list) {
  for (const [number, own] of Map.groupBy(markers, ({ row }) => row))
    console.log(`${[number, ...own.map(placeOf), ...(rows.get(number)?.tests.map(nameOf) ?? [])].join('\n    ')}`)
  const marked = new Set(markers.map(({ row }) => row)).size
  console.log(`\n${marked} of ${rows.size} rows have a marker, ${markers.length} markers`)
  process.exit(0)
}

// Also tests that only the whole run has.
process.env.PIM_TEST_BUDGET = 'all'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const rowOf = new Map<Fault, string>()
for (const marker of markers) {
  const fault: Fault = {
    name: `${marker.row.padEnd(3)} ${placeOf(marker)}`,
    path: marker.path,
    changed: (text) => withoutDefence(text, marker),
    tests: rows.get(marker.row)?.tests.filter((test) => !isInBrowser(test)) ?? [],
  }
  rowOf.set(fault, marker.row)
}
const { passed, failed, found } = await judgeFaults([...rowOf.keys()], stop.signal)
if (stop.signal.aborted) console.log('\nstopped')

const judged = Map.groupBy(found, ([fault]) => rowOf.get(fault) ?? '')
const unproven = [...judged].flatMap(([number, trials]) => {
  const fell = new Set(trials.flatMap(([, tests]) => tests))
  const [[fault] = []] = trials
  return (fault?.tests ?? []).filter((test) => !fell.has(test)).map((test) => `  ${number.padEnd(5)} ${nameOf(test)}`)
})
if (unproven.length > 0) console.log(`\nTests of these rows that no marker makes fail:\n${unproven.join('\n')}`)
process.exitCode = failed === 0 && passed > 0 && !stop.signal.aborted ? 0 : 1
console.log(`\n${judged.size} rows\n${passed} passed, ${failed} failed`)
