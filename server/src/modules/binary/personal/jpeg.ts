import type { ByteSource } from './byte-source.ts'
import { bareExif, numbersOf } from './exif.ts'
import { filled, maxPatches, type Patch } from './patch.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
/** What the picture itself needs, by marker and first bytes: all other application segments and comments are emptied. */
const kept: readonly (readonly [marker: number, prefix: string])[] = [
  [0xe0, ''],
  [0xe2, 'ICC_PROFILE\0'],
  [0xe2, 'MPF\0'],
  [0xe2, 'urn:iso:std:iso:ts:21496'],
  [0xee, 'Adobe'],
]

/** A JPEG, the further pictures in it (of its MPF segment), and whatever a camera put behind them. */
export async function jpegPatches(source: ByteSource): Promise<Patch[]> {
  const first = await imagePatches(source, 0)
  const images = [first]
  for (const start of new Set(first.further)) images.push(await imagePatches(source, start))
  const patches = images.flatMap((image) => image.patches)
  let behind = 0
  for (const { start, end } of images.toSorted((a, b) => a.start - b.start)) {
    if (start > behind) patches.push(...filled(behind, start - behind))
    behind = Math.max(behind, end)
  }
  return [...patches, ...filled(behind, source.size - behind)]
}

interface Image {
  readonly start: number
  /** Behind its last byte. */
  readonly end: number
  readonly patches: Patch[]
  /** Where other pictures of the same file begin. */
  readonly further: number[]
}

async function imagePatches(source: ByteSource, start: number): Promise<Image> {
  const patches: Patch[] = []
  const further: number[] = []
  const until = (end: number): Image => ({ start, end, patches, further })
  if ((await source.read(start, 2)).toString('hex') !== 'ffd8') return until(start)
  let at = start + 2
  while (patches.length < maxPatches) {
    const [sign, marker = 0, high = 0, low = 0] = await source.read(at, 4)
    if (sign !== 0xff) return until(source.size)
    if (marker === 0xff || isAlone(marker)) at = await behindAlone(source, at)
    else if (marker === endOfImage) return until(at + 2)
    else {
      const length = Math.max(2, high * 256 + low)
      patches.push(...(await segmentPatches(source, marker, at + 4, length - 2, further)))
      at += 2 + length
      if (marker === startOfScan) at = await endOfScan(source, at)
    }
  }
  return until(at)
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7
/** Whether a marker has no segment. */
const isAlone = (marker: number): boolean => marker === 0x01 || isRestart(marker)

/** Behind markers that have no segment and bytes that fill up: of millions each would be waited for. */
async function behindAlone(source: ByteSource, start: number): Promise<number> {
  for (let at = start; at < source.size; ) {
    const part = await source.read(at, 65_536)
    let within = 0
    while (part[within] === 0xff) {
      const next = part[within + 1]
      if (next === 0xff) within += 1
      else if (next !== undefined && isAlone(next)) within += 2
      else break
    }
    if (within === 0 || within + 1 < part.length) return at + within
    at += within
  }
  return source.size
}

async function segmentPatches(
  source: ByteSource,
  marker: number,
  start: number,
  length: number,
  further: number[],
): Promise<Patch[]> {
  const isPicture = (marker < 0xe0 || marker > 0xef) && marker !== 0xfe
  if (isPicture) return []
  const head = (await source.read(start, Math.min(length, 32))).toString('latin1')
  if (marker === 0xe1 && head.startsWith('Exif\0')) return await bareExif(source, start + 6, length - 6)
  if (marker === 0xe2 && head.startsWith('MPF\0')) further.push(...(await furtherImages(source, start + 4, length - 4)))
  return kept.some(([each, prefix]) => each === marker && head.startsWith(prefix)) ? [] : filled(start, length)
}

/** Behind the scan, 0xff stands before 0 or the number of a restart; any other marker ends it. */
async function endOfScan(source: ByteSource, start: number): Promise<number> {
  for (let at = start; at < source.size; ) {
    const part = await source.read(at, 65_536)
    for (let found = part.indexOf(0xff); found !== -1; found = part.indexOf(0xff, found + 1)) {
      const next = part[found + 1]
      if (next === undefined) break
      if (next !== 0 && next !== 0xff && !isRestart(next)) return at + found
    }
    // The last byte is read again, as it may be the first half of a marker.
    at += Math.max(1, part.length - 1)
  }
  return source.size
}

/** Multi-Picture Format: offsets are counted from its header. */
async function furtherImages(source: ByteSource, start: number, length: number): Promise<number[]> {
  const data = await source.read(start, length)
  const numbers = numbersOf(data)
  if (!numbers || data.length < 10) return []
  const { u16, u32 } = numbers
  const directory = u32(data, 4)
  const found: number[] = []
  for (let entry = 0; directory + 2 <= data.length && entry < u16(data, directory); entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > data.length) break
    if (u16(data, at) !== 0xb002) continue
    const images = Math.min(100, Math.floor(u32(data, at + 4) / 16))
    for (let image = 0; image < images; image++) {
      const place = u32(data, at + 8) + image * 16 + 8
      if (place + 4 > data.length) break
      const offset = u32(data, place)
      if (offset > 0) found.push(start + offset)
    }
  }
  return found
}
