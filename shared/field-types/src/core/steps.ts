/**
 * Pure work in steps: a generator that yields where it may be interrupted, so that a server can answer other calls
 * before a large value has been read to its end.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Runs the steps without a break. */
export const inOneGo = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
