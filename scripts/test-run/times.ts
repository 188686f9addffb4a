import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '../workspace.ts'
import type { Lap } from './lanes.ts'

const timesSchema = z.object({
  /** Seconds of each work by its name. */
  works: z.record(z.string(), z.number()),
  /** Seconds of each test file by its path. */
  files: z.record(z.string(), z.number()),
})
export type Times = z.infer<typeof timesSchema>

/** Measured on this machine; those of another one, which are committed, stand in where it has not run yet. */
const keptPath = (): string =>
  join(root, 'node_modules/.cache', `pim-test-times${process.env.PIM_TEST_BUDGET === 'all' ? '-of-all' : ''}.json`)
const committed = join(import.meta.dirname, 'usual-times.json')

export function readTimes(): Times {
  const usual = timesSchema.parse(JSON.parse(readFileSync(committed, 'utf8')))
  const kept = keptPath()
  if (!existsSync(kept)) return usual
  const own = timesSchema.parse(JSON.parse(readFileSync(kept, 'utf8')))
  return { works: { ...usual.works, ...own.works }, files: { ...usual.files, ...own.files } }
}

/** Keeps what was measured. A work that failed has ended early, so its time says nothing. */
export function keepTimes(before: Times, laps: readonly Lap[]): void {
  const good = laps.filter(({ outcome }) => outcome.failed === 0)
  const works = good.map(({ name, from, to }) => [name, round(to - from)] as const)
  const files = good.flatMap(({ outcome }) => outcome.files.map(({ path, seconds }) => [path, round(seconds)] as const))
  const kept = keptPath()
  mkdirSync(dirname(kept), { recursive: true })
  const times: Times = {
    works: { ...before.works, ...Object.fromEntries(works) },
    files: { ...before.files, ...Object.fromEntries(files) },
  }
  writeFileSync(kept, `${JSON.stringify(times, undefined, 2)}\n`)
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10

/** Shares files out into so many groups that take about the same time each: the longest first, into the emptiest group. */
export function inEvenGroups(
  files: readonly string[],
  count: number,
  secondsOf: (path: string) => number,
): readonly (readonly string[])[] {
  const groups = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }))
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const emptiest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least))
    emptiest.files.push(file)
    emptiest.seconds += secondsOf(file)
  }
  return groups.map((group) => group.files.toSorted()).filter((group) => group.length > 0)
}
