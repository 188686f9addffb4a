/** So often is the smaller size contained in the larger one. Linear time grows by 4, quadratic time by 16. */
const factor = 4
const maxGrowth = 10
/**
 * Below this the clock, which on some machines ticks every 4 ms, and the collector say more than the work. Quadratic time of
 * so large inputs is a hundred times as much.
 */
const minMilliseconds = 16
const attempts = 6
/** What takes this long is tried four times at most. */
const maxMilliseconds = 300
const attemptsOfLong = 4

/**
 * How much longer `work` takes for four times the size, where that is more than linear; null where it is linear. Measured
 * in CPU time, the least of some tries, so that other work on the machine changes nothing.
 */
export function superlinearGrowth<Input>(
  inputOf: (size: number) => Input,
  size: number,
  work: (input: Input) => unknown,
): number | null {
  const [small, large] = [inputOf(size), inputOf(size * factor)]
  let [least, leastOfLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    leastOfLarge = Math.min(
      leastOfLarge,
      milliseconds(() => work(large)),
    )
    if (leastOfLarge < minMilliseconds) return null
    least = Math.min(
      least,
      milliseconds(() => work(small)),
    )
    if (leastOfLarge / least < maxGrowth) return null
    if (attempt + 1 >= attemptsOfLong && leastOfLarge > maxMilliseconds) break
  }
  return leastOfLarge / least
}

function milliseconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
