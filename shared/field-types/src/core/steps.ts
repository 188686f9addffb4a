/**
 * Pure work in steps: a generator that yields where it may be interrupted, so that a server can answer other calls
 * before a large value has been read to its end. One function serves both who needs the result at once and who lets others
 * have their turn meanwhile.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Runs the steps without a break. */
export const inOneGo = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

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
