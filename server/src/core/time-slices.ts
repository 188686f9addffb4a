import { setImmediate } from 'node:timers/promises'

/**
 * Pure work in steps: a generator that yields where it may be interrupted. One function serves both who needs the result
 * at once and who lets others have their turn meanwhile.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Long enough that most work is done in one slice, short enough that nobody notices the wait. */
const sliceMilliseconds = 10

/** Runs the steps without a break. */
export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs the steps in slices; between two of them the thread answers other calls. Short work is done without a break. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let end = performance.now() + sliceMilliseconds
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await setImmediate()
    end = performance.now() + sliceMilliseconds
  }
}

/**
 * For work that awaits what is mostly there already, as the next bytes of a file: without a pause thousands of such turns
 * follow each other and nobody else has theirs.
 */
export class Pauses {
  #end = performance.now() + sliceMilliseconds

  /** Resolves after other calls have had their turn, where a slice is over; otherwise there is nothing to wait for. */
  due(): Promise<void> | undefined {
    return performance.now() < this.#end ? undefined : this.#pause()
  }

  async #pause(): Promise<void> {
    await setImmediate()
    this.#end = performance.now() + sliceMilliseconds
  }
}

/**
 * Runs the second part of synchronous work: at once, or, where the first part took a slice, after other calls have had
 * their turn.
 */
export const afterSlice = <Result>(startedAt: number, work: () => Promise<Result>): Promise<Result> =>
  performance.now() - startedAt < sliceMilliseconds ? work() : setImmediate().then(work)

/** The result for each of the entries, in their order. */
export function* each<Entry, Result>(
  entries: readonly Entry[],
  steps: (entry: Entry) => Steps<Result>,
): Steps<Result[]> {
  const results: Result[] = []
  for (const entry of entries) {
    results.push(yield* steps(entry))
    yield
  }
  return results
}
