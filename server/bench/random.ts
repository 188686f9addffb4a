/** A pseudo-random generator with a seed, so that every run has the same numbers. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** Picks the first elements far more often than the last, as in the distribution of words and brands. */
  pickSkewed<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const at = <T>(from: readonly T[], index: number): T => {
    const found = from[index]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  return {
    next,
    below,
    pick: (from) => at(from, below(from.length)),
    pickSkewed: (from) => at(from, Math.floor(next() ** 3 * from.length)),
    chance: (share) => next() < share,
  }
}

const hex = (value: number, digits: number): string => Math.floor(value).toString(16).padStart(digits, '0')

/** A deterministic UUID in the server's form; ids of one kind increase with the number. */
export function idOf(kind: number, number: number): string {
  const time = hex(1_700_000_000_000 + number * 37, 12)
  const tail = hex(Math.imul(number + 1, 2_654_435_761) >>> 0, 8)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(kind, 3)}-8${hex(kind, 3)}-${hex(number % 65_536, 4)}${tail}`
}
