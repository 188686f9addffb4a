/** One line that says how far a step is, rewritten in a terminal and now and then repeated in a log. */
export class Progress {
  readonly #title: string
  readonly #total: number
  readonly #started = performance.now()
  #done = 0
  #shownAt = 0

  constructor(title: string, total: number) {
    this.#title = title
    this.#total = total
  }

  step(): void {
    this.#done++
    const now = performance.now()
    const interval = process.stderr.isTTY ? 100 : 5_000
    if (now - this.#shownAt < interval && this.#done < this.#total) return
    this.#shownAt = now
    process.stderr.write(
      `${process.stderr.isTTY ? '\r\u001b[K' : ''}${this.#line()}${process.stderr.isTTY ? '' : '\n'}`,
    )
  }

  /** Things a second, over the whole step. */
  finish(): number {
    if (process.stderr.isTTY && this.#done > 0) process.stderr.write('\n')
    return this.#rate()
  }

  #rate(): number {
    const seconds = (performance.now() - this.#started) / 1_000
    return seconds > 0 ? this.#done / seconds : 0
  }

  #line(): string {
    return `${this.#title.padEnd(16)} ${this.#done}/${this.#total}  ${this.#rate().toFixed(1)}/s`
  }
}

/** Works through a list with so many at a time; the first failure ends it, after those under way. */
export async function inParallel<T>(
  list: readonly T[],
  width: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const entries = list.values()
  const failures: unknown[] = []
  const worker = async () => {
    for (const entry of entries) {
      if (failures.length > 0) return
      await work(entry).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  if (failures.length > 0) throw failures[0]
}
