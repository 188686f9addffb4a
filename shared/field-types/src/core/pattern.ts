/*
 * Regular expressions without backtracking. A pattern is written by one customer's administrator and run on a server
 * that all customers share, so the time must grow with the text alone, whatever the pattern. Known here: literals,
 * `.`, `\d \w \s` and their opposites, `[...]`, groups, `|`, `? * + {n} {n,} {n,m}`. `^` and `$` may stand at the
 * ends; a pattern always speaks of the whole text.
 */
type Test = (character: string) => boolean
type Node =
  | { kind: 'one'; test: Test }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; least: number; most: number }

export type Pattern = (text: string) => boolean

const maxStates = 2_000
const deepest = 20

class PatternError extends Error {}

const classes: Readonly<Record<string, Test>> = {
  d: (character) => /^\d$/.test(character),
  w: (character) => /^\w$/.test(character),
  s: (character) => /^\s$/u.test(character),
}

const opposite =
  (test: Test): Test =>
  (character) =>
    !test(character)

const special = new Set('\\^$.|?*+()[]{}')

class Reader {
  private readonly characters: string[]
  private at = 0
  private depth = 0

  constructor(pattern: string) {
    this.characters = [...pattern]
    if (this.characters[0] === '^') this.at = 1
    if (this.characters.at(-1) === '$' && this.characters.at(-2) !== '\\') this.characters.pop()
  }

  whole(): Node {
    const node = this.choice()
    if (this.at < this.characters.length) throw new PatternError(`unexpected ${this.next()}`)
    return node
  }

  private peek(): string | undefined {
    return this.characters[this.at]
  }

  private next(): string {
    const character = this.characters[this.at]
    if (character === undefined) throw new PatternError('ends too early')
    this.at += 1
    return character
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false
    this.at += 1
    return true
  }

  private choice(): Node {
    this.depth += 1
    if (this.depth > deepest) throw new PatternError('is nested too deep')
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    this.depth -= 1
    return { kind: 'choice', parts }
  }

  private sequence(): Node {
    const parts: Node[] = []
    for (let ahead = this.peek(); ahead !== undefined && ahead !== '|' && ahead !== ')'; ahead = this.peek())
      parts.push(this.repeated(this.atom()))
    return { kind: 'sequence', parts }
  }

  private atom(): Node {
    const character = this.next()
    if (character === '(') return this.group()
    if (character === '[') return { kind: 'one', test: this.set() }
    if (character === '.') return { kind: 'one', test: () => true }
    if (character === '\\') return { kind: 'one', test: this.escaped() }
    if (special.has(character)) throw new PatternError(`unexpected ${character}`)
    return { kind: 'one', test: (other) => other === character }
  }

  private group(): Node {
    if (this.take('?') && !this.take(':')) throw new PatternError('looking around is not possible')
    const node = this.choice()
    if (!this.take(')')) throw new PatternError('a bracket is not closed')
    return node
  }

  private escaped(): Test {
    const character = this.next()
    const known = classes[character.toLowerCase()]
    if (known !== undefined) return character === character.toLowerCase() ? known : opposite(known)
    if (/[A-Za-z0-9]/.test(character)) throw new PatternError(`\\${character} is not known`)
    return (other) => other === character
  }

  private set(): Test {
    const isOpposite = this.take('^')
    const tests: Test[] = []
    while (!this.take(']')) tests.push(this.setEntry())
    const test: Test = (character) => tests.some((entry) => entry(character))
    return isOpposite ? opposite(test) : test
  }

  private setEntry(): Test {
    const from = this.next()
    if (from === '\\') return this.escaped()
    if (this.peek() !== '-' || this.characters[this.at + 1] === ']') return (character) => character === from
    this.at += 1
    const to = this.next()
    const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
    if (low > high) throw new PatternError(`${from}-${to} is the wrong way round`)
    return (character) => {
      const point = character.codePointAt(0) ?? -1
      return point >= low && point <= high
    }
  }

  private repeated(part: Node): Node {
    if (this.take('?')) return { kind: 'repeat', part, least: 0, most: 1 }
    if (this.take('*')) return { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY }
    if (this.take('+')) return { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY }
    if (!this.take('{')) return part
    const least = this.count()
    const most = this.take(',') ? (this.peek() === '}' ? Number.POSITIVE_INFINITY : this.count()) : least
    if (!this.take('}') || least > most) throw new PatternError('a count is not right')
    return { kind: 'repeat', part, least, most }
  }

  private count(): number {
    let digits = ''
    while (/^\d$/.test(this.peek() ?? '')) digits += this.next()
    const count = Number(digits)
    if (digits === '' || count > maxStates) throw new PatternError('a count is not right')
    return count
  }
}

/** A step waits for a character and leads to one place; a fork waits for nothing and leads to several. */
interface State {
  test: Test | null
  to: number[]
}

class Machine {
  private readonly states: State[] = []
  private readonly first: number
  private readonly last: number

  constructor(node: Node) {
    this.last = this.add(null)
    this.first = this.build(node, this.last)
  }

  private add(test: Test | null, ...to: number[]): number {
    if (this.states.length >= maxStates) throw new PatternError('is too large')
    return this.states.push({ test, to }) - 1
  }

  private build(node: Node, then: number): number {
    if (node.kind === 'one') return this.add(node.test, then)
    if (node.kind === 'sequence') return node.parts.reduceRight((after, part) => this.build(part, after), then)
    if (node.kind === 'choice') return this.add(null, ...node.parts.map((part) => this.build(part, then)))
    return this.buildRepeat(node.part, node.least, node.most, then)
  }

  private buildRepeat(part: Node, least: number, most: number, then: number): number {
    let start = then
    if (most === Number.POSITIVE_INFINITY) {
      start = this.add(null, then)
      this.states[start]?.to.push(this.build(part, start))
    } else for (let left = most - least; left > 0; left -= 1) start = this.add(null, then, this.build(part, start))
    for (let left = least; left > 0; left -= 1) start = this.build(part, start)
    return start
  }

  private reach(from: Iterable<number>): Set<number> {
    const reached = new Set<number>()
    const waiting = [...from]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (reached.has(at)) continue
      reached.add(at)
      const state = this.states[at]
      if (state !== undefined && state.test === null) waiting.push(...state.to)
    }
    return reached
  }

  accepts(text: string): boolean {
    let current = this.reach([this.first])
    for (const character of text) {
      const ahead: number[] = []
      for (const at of current) {
        const state = this.states[at]
        if (state?.test?.(character)) ahead.push(...state.to)
      }
      if (ahead.length === 0) return false
      current = this.reach(ahead)
    }
    return current.has(this.last)
  }
}

const known = new Map<string, Pattern>()
const maxKnown = 500

/** Throws where the pattern cannot be read; `isPattern` asks first. */
export const compilePattern = (pattern: string): Pattern => {
  const before = known.get(pattern)
  if (before !== undefined) return before
  const machine = new Machine(new Reader(pattern).whole())
  const compiled: Pattern = (text) => machine.accepts(text)
  if (known.size >= maxKnown) known.clear()
  known.set(pattern, compiled)
  return compiled
}

export const isPattern = (pattern: string): boolean => {
  try {
    compilePattern(pattern)
    return true
  } catch (error) {
    if (error instanceof PatternError) return false
    throw error
  }
}
