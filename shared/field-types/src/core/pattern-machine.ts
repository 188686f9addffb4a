import { CharacterClasses, type CharacterSet } from './character-set.ts'
import { maxStates, PatternError, type PatternNode } from './pattern-reader.ts'

/** A step waits for a character of its set and leads to one place; a fork waits for nothing and leads to several. */
interface State {
  readonly set: CharacterSet | null
  readonly to: number[]
}

/**
 * A pattern as a non-deterministic automaton: after each character, any number of its states may be active. Time grows
 * with text × states; where the pattern allows it, `patternTable` makes a deterministic one of it.
 */
export class PatternMachine {
  private readonly states: State[] = []
  private readonly columns = new Map<CharacterSet, readonly number[]>()
  /** By step: 1 for each class of characters that it waits for. */
  private readonly waits: (Uint8Array | undefined)[]
  private readonly reached: (readonly number[] | undefined)[] = []
  /** How many states have been looked at to find out what can be reached. */
  work = 0
  readonly classes: CharacterClasses
  readonly first: number
  /** Where it is active after the last character, the text is accepted. */
  readonly last: number

  constructor(node: PatternNode) {
    this.last = this.add(null)
    this.first = this.build(node, this.last)
    const sets = new Set(this.states.flatMap(({ set }) => (set === null ? [] : [set])))
    this.classes = new CharacterClasses(sets)
    const bits = new Map<CharacterSet, Uint8Array>()
    for (const set of sets) {
      const columns = this.classes.in(set)
      this.columns.set(set, columns)
      bits.set(set, new Uint8Array(this.classes.count))
      for (const column of columns) bits.get(set)?.fill(1, column, column + 1)
    }
    this.waits = this.states.map(({ set }) => (set === null ? undefined : bits.get(set)))
  }

  private add(set: CharacterSet | null, ...to: number[]): number {
    if (this.states.length >= maxStates) throw new PatternError('is too large')
    return this.states.push({ set, to }) - 1
  }

  private build(node: PatternNode, then: number): number {
    if (node.kind === 'one') return this.add(node.set, then)
    if (node.kind === 'sequence') return node.parts.reduceRight((after, part) => this.build(part, after), then)
    if (node.kind === 'choice') return this.add(null, ...node.parts.map((part) => this.build(part, then)))
    return this.buildRepeat(node.part, node.least, node.most, then)
  }

  private buildRepeat(part: PatternNode, least: number, most: number, then: number): number {
    let start = then
    if (most === Number.POSITIVE_INFINITY) {
      start = this.add(null, then)
      this.states[start]?.to.push(this.build(part, start))
    } else for (let left = most - least; left > 0; left -= 1) start = this.add(null, then, this.build(part, start))
    for (let left = least; left > 0; left -= 1) start = this.build(part, start)
    return start
  }

  /** The steps, and the end, that are reached from a place without a character. */
  reachedFrom(from: number): readonly number[] {
    const known = this.reached[from]
    if (known !== undefined) return known
    const seen = new Set<number>()
    const waiting = [from]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      this.work += 1
      if (seen.has(at)) continue
      seen.add(at)
      const state = this.states[at]
      if (state?.set === null) waiting.push(...state.to)
    }
    const reached = [...seen].filter((at) => at === this.last || this.states[at]?.set != null)
    this.reached[from] = reached
    return reached
  }

  /** The classes of characters that a step waits for; none for the end. */
  columnsOf(step: number): readonly number[] {
    const set = this.states[step]?.set
    return set == null ? [] : (this.columns.get(set) ?? [])
  }

  /** Where a step leads. */
  behind(step: number): readonly number[] {
    const [to] = this.states[step]?.to ?? []
    return to === undefined ? [] : this.reachedFrom(to)
  }

  accepts(text: string): boolean {
    const seenAt = new Uint32Array(this.states.length)
    let [current, ahead]: [number[], number[]] = [[...this.reachedFrom(this.first)], []]
    let position = 0
    for (const character of text) {
      const column = this.classes.of(character.codePointAt(0) ?? 0)
      position += 1
      ahead.length = 0
      for (const step of current) {
        if (this.waits[step]?.[column] !== 1) continue
        for (const next of this.behind(step)) {
          if (seenAt[next] === position) continue
          seenAt[next] = position
          ahead.push(next)
        }
      }
      if (ahead.length === 0) return false
      ;[current, ahead] = [ahead, current]
    }
    return current.includes(this.last)
  }
}
