import { boxesIn } from './boxes.ts'
import type { ByteSource } from './byte-source.ts'
import { bareExif } from './exif.ts'
import { blank, filled, type Patch } from './patch.ts'

const maxMetaBytes = 16_777_216

/** HEIC and AVIF: metadata are items of the `meta` box, and lie anywhere in the file. */
export async function heifPatches(source: ByteSource): Promise<Patch[]> {
  const meta = (await boxesIn(source, 0, source.size)).find(({ type }) => type === 'meta')
  if (!meta || meta.end - meta.start > maxMetaBytes) return []
  const inside = await boxesIn(source, meta.start + 4, meta.end)
  const read = async (type: string): Promise<Buffer | undefined> => {
    const box = inside.find((each) => each.type === type)
    return box && Buffer.from(await source.read(box.start, box.end - box.start))
  }
  const [information, locations] = [await read('iinf'), await read('iloc')]
  if (!information || !locations) return []
  const kinds = kindsOfItems(information)
  const data = inside.find(({ type }) => type === 'idat')?.start ?? 0
  const patches: Patch[] = []
  for (const { item, method, extents } of locationsOf(locations)) {
    const kind = kinds.get(item)
    if (kind !== 'Exif' && kind !== 'mime') continue
    for (const [index, { offset, length }] of extents.entries()) {
      const start = method === 1 ? data + offset : offset
      if (kind === 'mime') patches.push(...blank(start, Math.min(length, source.size - start)))
      else if (index > 0) patches.push(...filled(start, Math.min(length, source.size - start)))
      else patches.push(...(await exifItem(source, start, Math.min(length, source.size - start))))
    }
  }
  return patches
}

/** The item begins with the distance to its TIFF header. */
async function exifItem(source: ByteSource, start: number, length: number): Promise<Patch[]> {
  const head = await source.read(start, 4)
  const before = 4 + (head.length === 4 ? head.readUInt32BE(0) : 0)
  if (before > length) return filled(start, length)
  return [...filled(start + 4, before - 4), ...(await bareExif(source, start + before, length - before))]
}

/** `iinf`: entries `infe` of version 2 and 3 have the kind of an item. */
function kindsOfItems(bytes: Buffer): Map<number, string> {
  const kinds = new Map<number, string>()
  for (let at = bytes[0] === 0 ? 6 : 8; at + 16 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const version = bytes[at + 8] ?? 0
    if (size < 16) break
    if (version === 2) kinds.set(bytes.readUInt16BE(at + 12), bytes.toString('latin1', at + 16, at + 20))
    else if (version === 3) kinds.set(bytes.readUInt32BE(at + 12), bytes.toString('latin1', at + 18, at + 22))
    at += size
  }
  return kinds
}

interface Location {
  readonly item: number
  /** 0: in the file, 1: in the `idat` box. */
  readonly method: number
  readonly extents: { readonly offset: number; readonly length: number }[]
}

/** `iloc`: how many bytes its numbers have stands at its head. */
function locationsOf(bytes: Buffer): Location[] {
  let at = 4
  const number = (length: number): number => {
    const value = length === 0 ? 0 : length === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, length)
    at += length
    return value
  }
  const locations: Location[] = []
  try {
    const version = bytes[0] ?? 0
    const [sizes, more] = [number(1), number(1)]
    const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, more >> 4]
    const indexBytes = version > 0 ? more & 15 : 0
    const count = number(version < 2 ? 2 : 4)
    for (let entry = 0; entry < count; entry++) {
      const item = number(version < 2 ? 2 : 4)
      const method = version > 0 ? number(2) & 15 : 0
      number(2)
      const base = number(baseBytes)
      const extents = Array.from({ length: number(2) }, () => {
        number(indexBytes)
        return { offset: base + number(offsetBytes), length: number(lengthBytes) }
      })
      locations.push({ item, method, extents })
    }
  } catch (error) {
    // A box that ends too early: what it told until there holds.
    if (!(error instanceof RangeError)) throw error
  }
  return locations
}
