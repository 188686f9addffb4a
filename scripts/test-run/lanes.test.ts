import { describe, expect, it } from '@rstest/core'
import type { Outcome } from '../checks/part.ts'
import { type Lap, runInLanes, type Work } from './lanes.ts'
import { timeReport } from './time-report.ts'

const good: Outcome = { passed: 1, failed: 0, failures: [], files: [] }

/** Runs works that end when the clock of the test has come to their end; nothing really takes time. */
async function laps(
  plan: Readonly<Record<string, { seconds: number; after?: readonly string[]; isAlone?: boolean; outcome?: Outcome }>>,
) {
  let now = 0
  const running: { end: number; finish: () => void }[] = []
  const works = Object.entries(plan).map(([name, { seconds, after, isAlone = false, outcome = good }]): Work => {
    const run = () =>
      new Promise<Outcome>((resolve) => running.push({ end: now + seconds, finish: () => resolve(outcome) }))
    return { part: name, name, run, isAlone, ...(after !== undefined && { after }) }
  })
  const told: Lap[] = []
  const all = runInLanes(works, {
    lanes: 2,
    secondsOf: (name) => plan[name]?.seconds ?? 0,
    clock: () => now,
    tell: () => {},
    onEnd: (lap) => void told.push(lap),
  })
  const isOver = all.then(() => true)
  const settled = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))
  while (!(await Promise.race([isOver, settled()]))) {
    const [next] = running.sort((one, other) => one.end - other.end)
    if (next === undefined) continue
    running.shift()
    now = next.end
    next.finish()
  }
  expect(told).toEqual(await all)
  return told
}

const times = (all: readonly Lap[]) => Object.fromEntries(all.map(({ name, from, to }) => [name, [from, to]]))

describe('the lanes', () => {
  it('do the longest work first, so that none stands still at the end', async () => {
    const all = await laps({ a: { seconds: 10 }, b: { seconds: 20 }, c: { seconds: 30 } })
    expect(times(all)).toEqual({ c: [0, 30], b: [0, 20], a: [20, 30] })
  })

  it('begin with what the longest work waits for, and do others meanwhile', async () => {
    const all = await laps({
      unit: { seconds: 30 },
      browser: { seconds: 40, after: ['build'] },
      build: { seconds: 5 },
      lint: { seconds: 10 },
    })
    expect(times(all)).toEqual({ build: [0, 5], browser: [5, 45], unit: [0, 30], lint: [30, 40] })
  })

  it('do what waits for several works when the last of them has ended', async () => {
    const all = await laps({ a: { seconds: 10 }, b: { seconds: 20 }, sum: { seconds: 5, after: ['a', 'b'] } })
    expect(times(all)).toEqual({ a: [0, 10], b: [0, 20], sum: [20, 25] })
  })

  it('do what needs all lanes when everything else has ended', async () => {
    const all = await laps({ browser: { seconds: 40, isAlone: true }, a: { seconds: 10 }, b: { seconds: 20 } })
    expect(times(all)).toEqual({ a: [0, 10], b: [0, 20], browser: [20, 60] })
  })

  it('wait where everything left waits for a work of the other lane', async () => {
    const all = await laps({ build: { seconds: 5 }, browser: { seconds: 40, after: ['build'] } })
    expect(times(all)).toEqual({ build: [0, 5], browser: [5, 45] })
  })

  it('leave out what waits for a work that fails, and count it as failed', async () => {
    const failed = { passed: 0, failed: 1, failures: ['build'], files: [] }
    const all = await laps({ build: { seconds: 5, outcome: failed }, browser: { seconds: 40, after: ['build'] } })
    expect(all.map(({ outcome }) => outcome.failures)).toEqual([['build'], ['browser\nnot run, as build has failed']])
  })

  it('do not wait for a work that is no part of the run', async () => {
    expect(times(await laps({ browser: { seconds: 40, after: ['build'] } }))).toEqual({ browser: [0, 40] })
  })
})

describe('the report of times', () => {
  it('names the slowest files, the seconds of each part, and what each lane did', () => {
    const lap = (lane: number, part: string, name: string, from: number, to: number, files: Outcome['files'] = []) => ({
      lane,
      part,
      name,
      from,
      to,
      outcome: { ...good, files },
    })
    const files = ['a', 'b', 'c'].map((path, index) => ({ path, seconds: index + 1 }))
    const all = [lap(0, 'unit', 'one', 0, 10, files), lap(1, 'lint', 'lint', 0, 4), lap(1, 'unit', 'two', 4, 9)]
    expect(timeReport(all, { lanes: 2, slowest: 2 })).toEqual([
      '',
      'The slowest files of unit:',
      '     3.0 s  c',
      '     2.0 s  b',
      '',
      'Where the time went:   10.0 s in 2 lanes',
      '    15.0 s  unit: one 10, two 5',
      '     4.0 s  lint',
      '  lane 1: 10.0 s busy, 0.0 s idle',
      '  lane 2: 9.0 s busy, 1.0 s idle',
    ])
  })
})
