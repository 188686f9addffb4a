/**
 * Runs writes while the caller prepares the next one, `most` of them at a time: `next` waits for room, and begins its own. Both answer
 * whether all writes before were done. A write that answers false is the last one that is begun; one that fails fails the
 * calls that come after it. Whoever gets false or an error knows that no write runs any more.
 */
export class WritesBehind {
  readonly #most: number
  readonly #running = new Set<Promise<void>>()
  #isStopped = false
  #failure: { readonly error: unknown } | undefined

  constructor(most = 1) {
    this.#most = most
  }

  /** `afterAll`: it begins when those before it have ended. */
  async next(write: () => Promise<boolean>, { afterAll = false } = {}): Promise<boolean> {
    if (!(await this.#runAtMost(afterAll ? 0 : this.#most - 1))) return false
    const running = write()
      .then(
        (isDone) => {
          if (!isDone) this.#isStopped = true
        },
        (error: unknown) => {
          this.#failure ??= { error }
        },
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return true
  }

  /** Waits for all writes. */
  end(): Promise<boolean> {
    return this.#runAtMost(0)
  }

  async #runAtMost(count: number): Promise<boolean> {
    const hasEnded = () => this.#isStopped || this.#failure !== undefined
    while (this.#running.size > (hasEnded() ? 0 : count)) await Promise.race(this.#running)
    if (this.#failure !== undefined) throw this.#failure.error
    return !this.#isStopped
  }
}
