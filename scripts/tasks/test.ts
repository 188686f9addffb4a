// Runs all checks and tests, as many at a time as there are lanes. The last line is `N passed, N failed`.
import { parseArgs } from 'node:util'
import { sum } from '../checks/part.ts'
import { type Lap, runInLanes } from '../test-run/lanes.ts'
import { partNames, worksOf } from '../test-run/parts.ts'
import { repeatFile } from '../test-run/repeat.ts'
import { inSeconds, timeReport } from '../test-run/time-report.ts'
import { keepTimes, readTimes } from '../test-run/times.ts'

const usage = `
  npm test                                   the usual run
  npm test -- types unit                     the parts that are named: ${partNames.join(', ')}
  npm test -- all                            everything: also what the usual run leaves out, and larger budgets
  npm test -- citus                          the distributed database that PIM_TEST_COORDINATOR names

  --slowest  how many files of each part are named with their time (10)

  npm test -- --repeat 20 server/src/main.test.ts
                                             one file again and again: how often it fails, and why
  --busy     how many cores are kept busy meanwhile (0)
`

/** One for each core of the machine that the run is made for. */
const lanes = 2
/** For a work that was never measured. */
const usualSeconds = { work: 30, file: 1 }

const log = (line: string): void => console.log(line)

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { slowest: { type: 'string' }, repeat: { type: 'string' }, busy: { type: 'string' } },
  })
  const numbers = [values.slowest ?? '10', values.repeat ?? '0', values.busy ?? '0'].map(Number)
  const [slowest = 10, repeat = 0, busy = 0] = numbers
  if (numbers.some((number) => !Number.isInteger(number) || number < 0)) throw new Error('a number is a whole one')
  const names = positionals.filter((name) => name !== 'all')
  if (repeat > 0 && names.length !== 1) throw new Error('--repeat runs one file')
  const unknown = repeat > 0 ? undefined : names.find((name) => !partNames.includes(name))
  if (unknown !== undefined) throw new Error(`no such part: ${unknown}`)
  return { names, isWhole: names.length < positionals.length, slowest, repeat, busy }
}

async function runParts(names: readonly string[], slowest: number): Promise<boolean> {
  const times = readTimes()
  const works = worksOf(names, { secondsOf: (path) => times.files[path] ?? usualSeconds.file })
  const started = performance.now()
  const laps = await runInLanes(works, {
    lanes,
    secondsOf: (name) => times.works[name] ?? usualSeconds.work,
    clock: () => (performance.now() - started) / 1_000,
    tell: (name, line) => log(`  ${name} | ${line}`),
    onEnd: ({ name, from, to, outcome: { passed, failed } }: Lap) =>
      log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${inSeconds(to - from).trim()})`),
  })
  keepTimes(times, laps)
  for (const line of timeReport(laps, { lanes, slowest })) log(line)
  const { passed, failed, failures } = sum(laps.map(({ outcome }) => outcome))
  for (const text of failures) log(`\n  ✗ ${text.replaceAll('\n', '\n      ')}`)
  log(`\n${passed} passed, ${failed} failed`)
  return failed === 0
}

function argumentsOrUsage(): ReturnType<typeof readArguments> | undefined {
  try {
    return readArguments()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return undefined
  }
}

const asked = argumentsOrUsage()
// `exitCode` and not `exit`, so that the last line is written before the process ends.
if (asked === undefined) process.exitCode = 2
else {
  const { names, isWhole, slowest, repeat, busy } = asked
  // Every process of the run reads it: tests take larger budgets, and no file is left out.
  if (isWhole || names.some((name) => name.includes('.whole.'))) process.env.PIM_TEST_BUDGET = 'all'
  const [path = ''] = names
  const isGood = repeat > 0 ? await repeatFile(path, { times: repeat, busy, log }) : await runParts(names, slowest)
  process.exitCode = isGood ? 0 : 1
}
