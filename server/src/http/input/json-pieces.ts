import type { Steps } from '@pim/field-types/steps'
import { byteOf, endOfString } from './json-bytes.ts'
import { type Fault, faultOfKey, findFault } from './json-faults.ts'

/** Bytes that are parsed at once, twice as many at most, unless it is one long text: about two milliseconds. */
const pieceBytes = 8 * 1024

type Container = unknown[] | Record<string, unknown>

/** An object or list that is open. As long as it is short, it has no value: it is parsed with what it stands in. */
interface Level {
  readonly isObject: boolean
  readonly start: number
  value: Container | undefined
  /** Of the member that is being looked at, and where it begins. */
  index: number
  member: number
  /** Where what is not parsed yet begins. */
  from: number
  /** The last comma since then. */
  comma: number
  /** The entry before was put in already: nothing but a comma or the end may follow. */
  isPut: boolean
  /** A comma says that there is another entry. */
  isAsked: boolean
}

const { quote, openBrace, closeBrace, openBracket, closeBracket, comma } = byteOf

export interface Pieces {
  readonly value: unknown
  /** The first in the order of the text. */
  readonly fault: Fault | undefined
}

const wrong = (at: number): SyntaxError => new SyntaxError(`Unexpected text at byte ${at}`)

/**
 * Parses JSON of two megabytes in steps. `JSON.parse` reads all of it, piece by piece: a run of members between the
 * brackets of their own object or list. What stands between pieces is checked here: brackets, commas, blanks.
 */
class PieceParser {
  private readonly bytes: Buffer
  private readonly piece: number
  private readonly levels: Level[] = []
  private root: { readonly value: unknown } | undefined
  private found: { readonly at: number; readonly fault: Fault } | undefined
  at = 0
  /** What was parsed since the last pause. */
  parsed = 0

  constructor(bytes: Buffer, piece: number) {
    this.bytes = bytes
    this.piece = piece
  }

  result(): Pieces {
    const { root } = this
    if (root === undefined || this.levels.length > 0) throw wrong(this.bytes.length)
    return { value: root.value, fault: this.found?.fault }
  }

  /** Goes on to the next bracket or comma, over many of them as long as they are cheap. */
  run(until: number): void {
    const { bytes } = this
    const last = Math.min(bytes.length, until)
    for (; this.at < last && this.parsed < this.piece; this.at += 1) {
      const byte = bytes[this.at]
      if (byte === quote && this.levels.length > 0) this.at = endOfString(bytes, this.at)
      else if (byte === comma) this.comma()
      else if (byte === openBrace || byte === openBracket) this.open(byte === openBrace)
      else if (byte === closeBrace || byte === closeBracket) this.close(byte === closeBrace)
      else if (this.levels.length === 0 && !isBlank(byte)) throw wrong(this.at)
    }
  }

  private open(isObject: boolean): void {
    if (this.root !== undefined) throw wrong(this.at)
    const { at } = this
    this.levels.push({
      isObject,
      start: at,
      value: undefined,
      from: at + 1,
      comma: -1,
      index: 0,
      member: at + 1,
      isPut: false,
      isAsked: false,
    })
  }

  private comma(): void {
    const level = this.levels.at(-1)
    if (level === undefined) throw wrong(this.at)
    if (level.isPut) this.blank(level.from, this.at)
    else if (this.at - level.from > this.piece) this.put(level, this.at, true)
    else {
      level.comma = this.at
      this.next(level)
      return
    }
    Object.assign(level, { from: this.at + 1, comma: -1, isPut: false, isAsked: true })
    this.next(level)
  }

  private next(level: Level): void {
    level.index += 1
    level.member = this.at + 1
  }

  private close(isObject: boolean): void {
    const level = this.levels.at(-1)
    if (level === undefined || level.isObject !== isObject) throw wrong(this.at)
    const end = this.at + 1
    const isWhole = this.levels.length === 1
    if (isWhole || level.value !== undefined || end - level.start > this.piece) {
      if (level.isPut) this.blank(level.from, this.at)
      else this.put(level, this.at, level.isAsked)
      this.levels.pop()
      const above = this.levels.at(-1)
      if (above === undefined) this.root = { value: level.value }
      else this.putInto(above, level, end)
    } else this.levels.pop()
  }

  /** Parses the members up to `end` and puts them into the value of the level. `isAsked`: there has to be one. */
  private put(level: Level, end: number, isAsked: boolean): void {
    const inside = this.bytes.toString('utf8', level.from, end)
    this.parsed += end - level.from
    const part = JSON.parse(level.isObject ? `{${inside}}` : `[${inside}]`) as Container
    if (isAsked && (Array.isArray(part) ? part.length : Object.keys(part).length) === 0) throw wrong(end)
    const fault = findFault(part)
    if (fault !== undefined) this.report(fault, level.from, Array.isArray(level.value) ? level.value.length : 0)
    if (level.value === undefined) level.value = part
    else if (Array.isArray(level.value)) for (const entry of part as unknown[]) level.value.push(entry)
    else if (fault === undefined) Object.assign(level.value, part)
  }

  /** Puts in a value that was parsed by itself: what stands before it first, then it, under its key. */
  private putInto(level: Level, { start, value }: Level, end: number): void {
    if (level.isPut) throw wrong(start)
    if (level.comma >= 0) {
      this.put(level, level.comma, true)
      level.from = level.comma + 1
    }
    // With `null` in its place: the text before it has to be a key, or nothing.
    const before = this.bytes.toString('utf8', level.from, start)
    const alone = JSON.parse(level.isObject ? `{${before}null}` : `[${before}null]`) as Container
    level.value ??= level.isObject ? {} : []
    if (Array.isArray(level.value)) level.value.push(value)
    else {
      const [key = ''] = Object.keys(alone)
      const fault = faultOfKey(key)
      if (fault === undefined) level.value[key] = value
      else this.report({ ...fault, path: [key] }, level.from, 0)
    }
    Object.assign(level, { from: end, comma: -1, isPut: true, isAsked: false })
  }

  /** `before`: entries of the list that were put in already. */
  private report({ path: [first, ...rest], ...fault }: Fault, at: number, before: number): void {
    if (this.found !== undefined && this.found.at < at) return
    const above = this.levels
      .slice(0, -1)
      .map((level, depth) => this.placeIn(level, this.levels[depth + 1]?.start ?? at))
    const own = first === undefined ? [] : [typeof first === 'number' ? first + before : first]
    this.found = { at, fault: { ...fault, path: [...above, ...own, ...rest] } }
  }

  /** The key or the index of the member that is open. */
  private placeIn({ isObject, index, member }: Level, start: number): PropertyKey {
    if (!isObject) return index
    return keyIn(this.bytes.toString('utf8', member, start)) ?? '?'
  }

  private blank(from: number, to: number): void {
    for (let at = from; at < to; at += 1) if (!isBlank(this.bytes[at])) throw wrong(at)
  }
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const keyIn = (before: string): string | undefined => {
  try {
    return Object.keys(JSON.parse(`{${before}null}`) as object)[0]
  } catch {
    return undefined
  }
}

/** Bytes that are looked over between two pauses. */
const bytesPerStep = 32 * 1024

/** Throws a SyntaxError for what `JSON.parse` does not take. */
export function* parsePieces(bytes: Buffer, piece = pieceBytes): Steps<Pieces> {
  const parser = new PieceParser(bytes, piece)
  while (parser.at < bytes.length) {
    parser.parsed = 0
    parser.run(parser.at + bytesPerStep)
    yield
  }
  return parser.result()
}
