import type { Outcome } from '../checks/part.ts'

/** A piece of the run that one lane does from its start to its end. */
export interface Work {
  readonly part: string
  readonly name: string
  /** The names of the works that have to pass before. */
  readonly after?: readonly string[]
  /** Uses all lanes by itself: it begins when every other work has ended. */
  readonly isAlone?: boolean
  /** Gets what shows that it goes on. */
  run(tell: (line: string) => void): Promise<Outcome>
}

/** One work that has ended: who did it, from when to when, in seconds since the run began. */
export interface Lap {
  readonly lane: number
  readonly part: string
  readonly name: string
  readonly from: number
  readonly to: number
  readonly outcome: Outcome
}

interface LaneOptions {
  readonly lanes: number
  /** How long a work usually takes. */
  readonly secondsOf: (name: string) => number
  readonly tell: (name: string, line: string) => void
  readonly onEnd: (lap: Lap) => void
  /** Seconds since the run began. */
  readonly clock: () => number
}

/**
 * Does all works, as many at a time as there are lanes. A free lane takes the work with the longest way to the end of
 * the run: its own time and that of what waits for it. So no lane stands still at the end beside a long work.
 */
export async function runInLanes(
  works: readonly Work[],
  { lanes, secondsOf, tell, onEnd, clock }: LaneOptions,
): Promise<Lap[]> {
  const laps: Lap[] = []
  const passed = new Map<string, boolean>()
  await runPool(
    works.filter(({ isAlone }) => isAlone !== true),
    lanes,
  )
  await runPool(
    works.filter(({ isAlone }) => isAlone === true),
    1,
  )
  return laps

  async function runPool(pool: readonly Work[], count: number): Promise<void> {
    const waiting = new Set(byLongestWay(pool, secondsOf))
    let ended = Promise.withResolvers<void>()
    const lane = async (index: number) => {
      while (waiting.size > 0) {
        const next = [...waiting].find(({ after }) => isReady(after, works, passed))
        if (next === undefined) {
          await ended.promise
          continue
        }
        waiting.delete(next)
        const from = clock()
        const outcome = await outcomeOf(next, passed, tell)
        const lap = { lane: index, part: next.part, name: next.name, from, to: clock(), outcome }
        laps.push(lap)
        passed.set(next.name, outcome.failed === 0)
        onEnd(lap)
        ended.resolve()
        ended = Promise.withResolvers()
      }
    }
    await Promise.all(Array.from({ length: count }, (_, index) => lane(index)))
  }
}

export function byLongestWay(works: readonly Work[], secondsOf: (name: string) => number): Work[] {
  const wayOf = ({ name }: Work): number =>
    secondsOf(name) + Math.max(0, ...works.filter(({ after }) => after?.includes(name)).map(wayOf))
  return works.toSorted((one, other) => wayOf(other) - wayOf(one))
}

/** Works to wait for that are no part of this run do not count: `npm test -- browser` builds by itself. */
const isReady = (
  after: readonly string[] = [],
  works: readonly Work[],
  passed: ReadonlyMap<string, boolean>,
): boolean => after.every((each) => passed.has(each) || !works.some(({ name }) => name === each))

async function outcomeOf(
  { name, after, run }: Work,
  passed: ReadonlyMap<string, boolean>,
  tell: (name: string, line: string) => void,
): Promise<Outcome> {
  const failed = (reason: string): Outcome => ({ passed: 0, failed: 1, failures: [`${name}\n${reason}`], files: [] })
  const lacking = after?.find((each) => passed.get(each) === false)
  if (lacking !== undefined) return failed(`not run, as ${lacking} has failed`)
  try {
    return await run((line) => tell(name, line))
  } catch (error) {
    return failed(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}
