import {
  anyCharacter,
  type CharacterSet,
  digits,
  oneCharacter,
  opposite,
  spaces,
  wordCharacters,
} from './character-set.ts'

export type PatternNode =
  | { kind: 'one'; set: CharacterSet }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; parts: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }

/** Of states, once all counts are written out. */
export const maxStates = 2_000
const deepest = 20

export class PatternError extends Error {}

const classes: Readonly<Record<string, CharacterSet>> = { d: digits, w: wordCharacters, s: spaces }

const special = new Set('\\^$.|?*+()[]{}')

export class PatternReader {
  private readonly characters: string[]
  private at = 0
  private depth = 0

  constructor(pattern: string) {
    this.characters = [...pattern]
    if (this.characters[0] === '^') this.at = 1
    if (this.characters.at(-1) === '$' && this.characters.at(-2) !== '\\') this.characters.pop()
  }

  whole(): PatternNode {
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

  private choice(): PatternNode {
    this.depth += 1
    if (this.depth > deepest) throw new PatternError('is nested too deep')
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    this.depth -= 1
    return { kind: 'choice', parts }
  }

  private sequence(): PatternNode {
    const parts: PatternNode[] = []
    for (let ahead = this.peek(); ahead !== undefined && ahead !== '|' && ahead !== ')'; ahead = this.peek())
      parts.push(this.repeated(this.atom()))
    return { kind: 'sequence', parts }
  }

  private atom(): PatternNode {
    const character = this.next()
    if (character === '(') return this.group()
    if (character === '[') return { kind: 'one', set: this.set() }
    if (character === '.') return { kind: 'one', set: anyCharacter }
    if (character === '\\') return { kind: 'one', set: this.escaped() }
    if (special.has(character)) throw new PatternError(`unexpected ${character}`)
    return { kind: 'one', set: oneCharacter(character) }
  }

  private group(): PatternNode {
    if (this.take('?') && !this.take(':')) throw new PatternError('looking around is not possible')
    const node = this.choice()
    if (!this.take(')')) throw new PatternError('a bracket is not closed')
    return node
  }

  private escaped(): CharacterSet {
    const character = this.next()
    const known = classes[character.toLowerCase()]
    if (known !== undefined) return character === character.toLowerCase() ? known : opposite(known)
    if (/[A-Za-z0-9]/.test(character)) throw new PatternError(`\\${character} is not known`)
    return oneCharacter(character)
  }

  private set(): CharacterSet {
    const isOpposite = this.take('^')
    const entries: CharacterSet[] = []
    while (!this.take(']')) entries.push(this.setEntry())
    return isOpposite ? opposite(entries.flat()) : entries.flat()
  }

  private setEntry(): CharacterSet {
    const from = this.next()
    if (from === '\\') return this.escaped()
    if (this.peek() !== '-' || this.characters[this.at + 1] === ']') return oneCharacter(from)
    this.at += 1
    const to = this.next()
    const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
    if (low > high) throw new PatternError(`${from}-${to} is the wrong way round`)
    return [[low, high]]
  }

  private repeated(part: PatternNode): PatternNode {
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
