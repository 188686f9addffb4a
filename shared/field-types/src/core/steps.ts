/**
 * Pure work in steps: a generator that yields where it may be interrupted, so that a server can answer other calls
 * before a large value has been read to its end. One function serves both who needs the result at once and who lets others
 * have their turn meanwhile.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Short pieces of work that are done between two steps: an interruption costs as much as one of them. */
const piecesOfStep = 32
/** Characters of a text that are a short piece of work. */
const charactersOfPiece = 1_000

/** Says when steps have done enough to be interrupted. */
export class Pace {
  #pieces = 0

  /** After a short piece of work, or one on so many characters. */
  isDue(characters = 0): boolean {
    this.#pieces += 1 + characters / charactersOfPiece
    if (this.#pieces < piecesOfStep) return false
    this.#pieces = 0
    return true
  }
}

/** Characters of a text; for what has parts, so many that work on it is no short piece. */
export const charactersOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? Number.POSITIVE_INFINITY : 0

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
