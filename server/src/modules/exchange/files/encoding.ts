import { TextDecoder } from 'node:util'
import { type TextEncoding, textEncodings } from '@pim/contract/import/text-encodings.ts'
import { analyse } from 'chardet'
import { headBytes } from './limits.ts'

export type { TextEncoding } from '@pim/contract/import/text-encodings.ts'

export interface FoundEncoding {
  /** `undefined`: the file is no text. */
  readonly encoding: TextEncoding | undefined
  /** `assumed`: bytes of one byte per letter do not say which letters are meant. */
  readonly foundBy: 'byteOrderMark' | 'bytes' | 'assumed'
  /** Characters of UTF-8 that are lost: broken, or replaced by U+FFFD before; the cells that have them are named when the rows are read. */
  readonly damagedCharacters: number
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** UTF-8 that was cut or pasted into has a few broken letters among many whole ones; other encodings have hardly a whole one. */
const wholeForEachBroken = 4

/**
 * Finds how a text is encoded, from all of its bytes: a file whose first letter beyond ASCII stands in its last row is found too.
 * Holds one chunk at a time.
 */
export async function findEncoding(bytes: Bytes): Promise<FoundEncoding> {
  const utf8 = new TextDecoder('utf-8')
  const strict = new TextDecoder('utf-8', { fatal: true })
  const parts: Uint8Array[] = []
  let isUtf8 = true
  let sampled = 0
  const doubtful: Uint8Array[] = []
  let doubted = 0
  let whole = 0
  let damaged = 0
  let hasNul = false
  const count = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === replacement) damaged += 1
      else if (code > 0x7f) whole += 1
    }
  }
  for await (const chunk of bytes) {
    if (sampled < headBytes) {
      parts.push(chunk.subarray(0, headBytes - sampled))
      sampled += Math.min(chunk.length, headBytes - sampled)
    }
    if (doubted < headBytes) {
      const part = aroundLetters(chunk)
      doubtful.push(part)
      doubted += part.length
    }
    hasNul ||= chunk.includes(0)
    count(utf8.decode(chunk, { stream: true }))
    isUtf8 &&= passes(strict, chunk)
  }
  count(utf8.decode())
  isUtf8 &&= passes(strict)

  const head = Buffer.concat(parts)
  const mark = markOf(head)
  const wide = mark ?? (hasNul ? wideOf(head) : undefined)
  const foundBy = mark === undefined ? 'bytes' : 'byteOrderMark'
  if (wide === 'utf-16le' || wide === 'utf-16be')
    return { encoding: isWhole(head, wide) ? wide : undefined, foundBy, damagedCharacters: 0 }
  if (hasNul && !isMostlyText(head)) return { encoding: undefined, foundBy: 'bytes', damagedCharacters: 0 }
  if (mark !== undefined || isUtf8 || whole >= damaged * wholeForEachBroken)
    return { encoding: 'utf-8', foundBy, damagedCharacters: damaged }
  return { encoding: likelyEncoding(Buffer.concat(doubtful)), foundBy: 'assumed', damagedCharacters: 0 }
}

/** What stands around the first letter beyond ASCII, copied: the chunk is not held. */
function aroundLetters(chunk: Uint8Array): Uint8Array {
  const first = chunk.findIndex((byte) => byte > 0x7f)
  return first === -1 ? new Uint8Array() : chunk.slice(Math.max(0, first - 500), first + 8_000)
}

/** What another encoding has to have more of the library's hundred points than the one that most such files have. */
const margin = 3
/** Bytes beyond ASCII that say something of a language. */
const fewest = 8

/** By how often letters follow each other in languages. Short texts are told wrongly now and then, so somebody has to look. */
function likelyEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0) < fewest) return 'windows-1252'
  const matches = analyse(bytes).map(({ name, confidence }) => ({ encoding: encodingOf(name), confidence }))
  const usual = Math.max(
    0,
    ...matches.filter(({ encoding }) => encoding === 'windows-1252').map((each) => each.confidence),
  )
  const [best] = matches.filter(({ encoding }) => encoding !== undefined && !encoding.startsWith('utf-'))
  return best?.encoding !== undefined && best.confidence >= usual + margin ? best.encoding : 'windows-1252'
}

/** The encoding of this name, among those that are read. */
export function encodingOf(name: string | undefined): TextEncoding | undefined {
  if (name === undefined) return undefined
  try {
    const known = new TextDecoder(name).encoding
    return textEncodings.find((each) => each === known)
  } catch {
    return undefined
  }
}

const replacement = 0xfffd

/** Whether the bytes go on as UTF-8; without any, whether they end so. */
function passes(strict: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    strict.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

function markOf(head: Uint8Array): TextEncoding | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/**
 * UTF-16 without a mark: of line ends, delimiters and Latin letters one byte of the two is 0, always the same one. A text in
 * other letters still has one such sign among twenty.
 */
function wideOf(head: Uint8Array): TextEncoding | undefined {
  const zeros = { even: 0, odd: 0 }
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  })
  const enough = head.length / 40
  if (zeros.odd > Math.max(enough, zeros.even * 10)) return 'utf-16le'
  return zeros.even > Math.max(enough, zeros.odd * 10) ? 'utf-16be' : undefined
}

/** A text in which a NUL stands here and there; its cells are named. Pictures and archives have more of what no text has. */
function isMostlyText(head: Uint8Array): boolean {
  const controls = head.reduce((count, byte) => (byte < 9 || (byte > 13 && byte < 27) ? count + 1 : count), 0)
  return controls * 100 < head.length
}

/** Bytes of a picture or an archive that look like UTF-16. */
function isWhole(head: Uint8Array, encoding: TextEncoding): boolean {
  try {
    // The last letter of the head may be cut in two: the rest of it would come in the next part.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has
    return !/[\0-\x08\x0e-\x1a]/.test(text)
  } catch {
    return false
  }
}

/**
 * The letters of a file, without a byte order mark; one that the file begins with says more than the encoding that somebody has chosen for another file. What
 * cannot be decoded becomes U+FFFD.
 */
export async function* decoded(bytes: Bytes, encoding: TextEncoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(markOf(chunk) ?? encoding)
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield rest
}

/**
 * Letters that nobody types: NUL, what could not be decoded, and control characters that other encodings have letters at. U+0085 is
 * a line end of mainframes.
 */
export const isDamaged = (text: string): boolean => /[\0\x80-\x84\x86-\x9f\ufffd]/.test(text)
