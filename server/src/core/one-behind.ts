/**
 * Runs writes one after the other, each while the caller prepares the next one: `next` waits for the write before, and begins its own.
 * Both answer whether all writes before were done. A write that answers false is the last one; one that fails fails the call
 * that waits for it.
 */
export class OneBehind {
  #running: Promise<boolean> = Promise.resolve(true)

  async next(write: () => Promise<boolean>): Promise<boolean> {
    if (!(await this.#running)) return false
    this.#running = write()
    // Whoever waits for it gets the error; until then nobody does.
    this.#running.catch(() => undefined)
    return true
  }

  /** Waits for the last write. */
  end(): Promise<boolean> {
    return this.#running
  }
}
