/** Characters by code point, as ranges with both ends in them. */
export type CharacterSet = readonly (readonly [low: number, high: number])[]

const highest = 0x10ffff

export const anyCharacter: CharacterSet = [[0, highest]]
export const digits: CharacterSet = [[0x30, 0x39]]
export const wordCharacters: CharacterSet = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
/** What `\s` is in the language. */
export const spaces: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

export const oneCharacter = (character: string): CharacterSet => {
  const point = character.codePointAt(0) ?? 0
  return [[point, point]]
}

export const opposite = (set: CharacterSet): CharacterSet => {
  const gaps: [number, number][] = []
  let next = 0
  for (const [low, high] of set.toSorted(([a], [b]) => a - b)) {
    if (low > next) gaps.push([next, low - 1])
    next = Math.max(next, high + 1)
  }
  if (next <= highest) gaps.push([next, highest])
  return gaps
}

/**
 * Divides all characters into classes that none of the sets tells apart, so that a table has a column for each class
 * instead of one for each character.
 */
export class CharacterClasses {
  /** The first character of each class, in order. */
  private readonly starts: number[]
  private readonly ofAscii: Uint16Array

  constructor(sets: Iterable<CharacterSet>) {
    const starts = new Set([0])
    for (const set of sets)
      for (const [low, high] of set) {
        starts.add(low)
        if (high < highest) starts.add(high + 1)
      }
    this.starts = [...starts].sort((a, b) => a - b)
    this.ofAscii = Uint16Array.from({ length: 128 }, (_, point) => this.find(point))
  }

  get count(): number {
    return this.starts.length
  }

  of(point: number): number {
    return point < 128 ? (this.ofAscii[point] ?? 0) : this.find(point)
  }

  private find(point: number): number {
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= point) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The classes in the set. */
  in(set: CharacterSet): number[] {
    const found = new Set<number>()
    for (const [low, high] of set)
      for (let at = this.find(low); at < this.starts.length && (this.starts[at] ?? 0) <= high; at += 1) found.add(at)
    return [...found]
  }
}
