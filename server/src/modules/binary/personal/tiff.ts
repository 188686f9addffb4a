import type { ByteSource } from './byte-source.ts'
import { type Numbers, numbersOf } from './exif.ts'
import { blank, filled, maxPatches, type Patch } from './patch.ts'

const maxDirectories = 1_000
/** Directories of their own, about the camera and the place. */
const pointers = new Set([0x8769, 0x8825])
/** Description, artist, computer, copyright, XMP, IPTC, Photoshop's, and Windows' title, comment, author, words, subject. */
const texts = new Set([
  0x010e, 0x013b, 0x013c, 0x8298, 0x02bc, 0x83bb, 0x8649, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f, 0xa430, 0xa431,
  0xa435,
])
const asciiType = 2
const bytesOfType: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/** A TIFF holds the metadata in the directories that the picture is found by. BigTIFF has none of them in practice. */
export async function tiffPatches(source: ByteSource): Promise<Patch[]> {
  const header = await source.read(0, 8)
  const numbers = numbersOf(header)
  if (!numbers || header.length < 8) return []
  const patches: Patch[] = []
  const seen = new Set<number>()
  const found = { patches, emptied: new Set<number>() }
  for (
    let at = numbers.u32(header, 4);
    at > 0 && !seen.has(at) && seen.size < maxDirectories && patches.length < maxPatches;
  ) {
    seen.add(at)
    at = await directoryPatches(source, numbers, at, found, false)
  }
  return patches
}

interface Found {
  readonly patches: Patch[]
  /** Directories of their own, each of which thousands of entries may name. */
  readonly emptied: Set<number>
}

/** Returns the place of the next directory. */
async function directoryPatches(
  source: ByteSource,
  numbers: Numbers,
  start: number,
  found: Found,
  isEmptied: boolean,
): Promise<number> {
  const { u16, u32 } = numbers
  const { patches, emptied } = found
  const counted = await source.read(start, 2)
  if (counted.length < 2) return 0
  const count = u16(counted, 0)
  const entries = Buffer.from(await source.read(start + 2, count * 12 + 4))
  const end = Math.min(entries.length, count * 12)
  for (let at = 0; at + 12 <= end && patches.length < maxPatches; at += 12) {
    const tag = u16(entries, at)
    const length = (bytesOfType[u16(entries, at + 2)] ?? 1) * u32(entries, at + 4)
    const value = length > 4 ? u32(entries, at + 8) : start + 2 + at + 8
    if (!isEmptied && pointers.has(tag)) {
      const place = u32(entries, at + 8)
      if (emptied.has(place) || emptied.size >= maxDirectories) continue
      emptied.add(place)
      await directoryPatches(source, numbers, place, found, true)
    } else if (isEmptied || texts.has(tag)) {
      const present = Math.min(length, source.size - value)
      // A text ends with 0 and has no other: readers warn of it.
      if (u16(entries, at + 2) === asciiType)
        patches.push(...blank(value, present - 1), ...filled(value + present - 1, 1))
      else patches.push(...filled(value, present))
    }
  }
  if (isEmptied) patches.push(...filled(start, 2 + count * 12))
  return entries.length >= count * 12 + 4 ? u32(entries, count * 12) : 0
}
