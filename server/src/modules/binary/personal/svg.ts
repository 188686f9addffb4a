import type { Steps } from '@pim/field-types/steps'
import { inSlices } from '../../../core/time-slices.ts'
import type { ByteSource } from './byte-source.ts'
import { blank, maxPatches, type Patch } from './patch.ts'

const maxBytes = 20_000_000
/** Read at once: putting together all of a large drawing takes long. */
const partBytes = 4_000_000
const name = Buffer.from('metadata')
const [bracket, closingBracket, slash, colon, dash, underscore] = Buffer.from('<>/:-_')

/** Drawing programs write who made a drawing into its `metadata` element. */
export async function svgPatches(source: ByteSource): Promise<Patch[]> {
  if (source.size > maxBytes) return []
  const bytes = Buffer.alloc(source.size)
  for (let at = 0; at < bytes.length; at += partBytes) (await source.read(at, partBytes)).copy(bytes, at)
  return await inSlices(metadataIn(bytes))
}

/**
 * In steps, and each byte is looked at once or twice: a pattern for a tag begins anew at every `<` of a drawing that never
 * closes one.
 */
function* metadataIn(bytes: Buffer): Steps<Patch[]> {
  const patches: Patch[] = []
  for (let at = 0; ; ) {
    const opening = yield* nextTag(bytes, at, 'opening')
    if (opening === undefined) return patches
    if (patches.length >= maxPatches) return [...patches, ...blank(opening.end, bytes.length - opening.end)]
    const closing = yield* nextTag(bytes, opening.end, 'closing')
    if (closing === undefined) return patches
    patches.push(...blank(opening.end, closing.start - opening.end))
    at = closing.end
  }
}

interface Tag {
  readonly start: number
  readonly end: number
}

/** The next tag of a `metadata` element, of whatever namespace, that is not closed in itself. */
function* nextTag(bytes: Buffer, from: number, kind: 'opening' | 'closing'): Steps<Tag | undefined> {
  // Behind `at`, once it was looked for: thousands of tags may wait for one.
  let last = -1
  for (let at = yield* find(bytes, name, from); at >= 0; at = yield* find(bytes, name, at + 1)) {
    const start = startOfTag(bytes, at, kind)
    if (start === undefined || start < from) continue
    const behind = at + name.length
    if (kind === 'closing') {
      let end = behind
      while (isSpace(bytes[end])) end += 1
      if (bytes[end] === closingBracket) return { start, end: end + 1 }
    } else if (isSpace(bytes[behind]) || bytes[behind] === closingBracket) {
      if (last < behind) last = yield* find(bytes, Buffer.of(closingBracket ?? 0), behind)
      if (last < 0) return undefined
      if (bytes[last - 1] !== slash) return { start, end: last + 1 }
    }
  }
  return undefined
}

/** Where the tag begins whose name stands at `at`, perhaps with a prefix before it. */
function startOfTag(bytes: Buffer, at: number, kind: 'opening' | 'closing'): number | undefined {
  let start = at - 1
  if (bytes[start] === colon) {
    start -= 1
    const end = start
    while (isOfName(bytes[start])) start -= 1
    if (start === end) return undefined
  }
  if (kind === 'closing') {
    if (bytes[start] !== slash) return undefined
    start -= 1
  }
  return bytes[start] === bracket ? start : undefined
}

const windowBytes = 1_000_000

/** As `indexOf`, in steps. */
function* find(bytes: Buffer, what: Buffer, from: number): Steps<number> {
  for (let start = from; start < bytes.length; start += windowBytes) {
    const found = bytes.subarray(start, start + windowBytes + what.length - 1).indexOf(what)
    yield
    if (found >= 0) return start + found
  }
  return -1
}

const isSpace = (byte = 0): boolean => (byte >= 9 && byte <= 13) || byte === 0x20 || byte === 0xa0

/** Of letters, digits, `-` and `_`. */
const isOfName = (byte = 0): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === dash ||
  byte === underscore
