// Puts each fault of scripts/checks/planted-faults.ts into a copy of the sources and runs what of the usual test run has to
// find it. Nothing here changes.
import { parseArgs } from 'node:util'
import { judgeFaults } from '../checks/fault-runs.ts'
import { plantedFaults, withFault } from '../checks/planted-faults.ts'

const usage = `Puts faults into the sources, one by one, and runs the tests of the usual run that have to find them.

  npm run task planted-faults                 all
  npm run task planted-faults -- role cell    those with one of these words in their name`

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const wanted = plantedFaults.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const faults = wanted.map((fault) => ({ ...fault, changed: (text: string) => withFault(text, fault) }))
const { passed, failed } = await judgeFaults(faults, stop.signal)
if (stop.signal.aborted) console.log('\nstopped')
process.exitCode = failed === 0 && passed > 0 && !stop.signal.aborted ? 0 : 1
console.log(`\n${passed} passed, ${failed} failed`)
