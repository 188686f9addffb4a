import type { ByteSource } from './byte-source.ts'
import { filled, maxPatches, type Patch, replaced } from './patch.ts'

const extension = 0x21
const image = 0x2c
const trailer = 0x3b
const comment = 0xfe
const application = 0xff
/** Applications whose data the picture needs: how often it repeats, and its colours. */
const kept = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/** Comments, the data of applications (XMP, IPTC), and what lies behind the picture. */
export async function gifPatches(source: ByteSource): Promise<Patch[]> {
  const head = await source.read(0, 13)
  if (!head.toString('latin1').startsWith('GIF8') || head.length < 13) return []
  const patches: Patch[] = []
  let at = 13 + colourTableBytes(head[10])
  for (let blocks = 0; blocks < maxBlocks && patches.length < maxPatches; blocks++) {
    const [kind, label] = await source.read(at, 2)
    if (kind === extension) {
      const end = await endOfData(source, at + 2)
      patches.push(...(await extensionPatches(source, label, at + 2, end)))
      at = end
    } else if (kind === image) {
      const [flags] = await source.read(at + 9, 1)
      at = await endOfData(source, at + 11 + colourTableBytes(flags))
    } else if (kind === trailer) {
      at += 1
      break
    } else return patches
  }
  return [...patches, ...filled(at, source.size - at)]
}

/** A picture with more of them is made for harm: what is behind the last one is emptied. */
const maxBlocks = 100_000

/** Where there is a table, the last three bits say how many colours it has. */
const colourTableBytes = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Data comes in parts of 255 bytes at most, each behind its length; a length of 0 ends them. Answers the place behind that. */
async function endOfData(source: ByteSource, start: number): Promise<number> {
  for (let at = start; at < source.size; ) {
    const part = await source.read(at, 65_536)
    let next = 0
    while (next < part.length) {
      const length = part[next] ?? 0
      if (length === 0) return at + next + 1
      next += length + 1
    }
    at += next
  }
  return source.size
}

async function extensionPatches(
  source: ByteSource,
  label: number | undefined,
  start: number,
  end: number,
): Promise<Patch[]> {
  if (label === comment) return emptied(start, end - 1)
  if (label !== application) return []
  const [length = 0, ...name] = await source.read(start, 12)
  if (kept.includes(String.fromCharCode(...name))) return []
  // The name is always the first part. XMP stands behind it as plain text whose bytes are taken for lengths, so the lengths
  // are written anew, too.
  return emptied(start + 1 + length, end - 1)
}

const fullPart = 256

/** Fills data up to its closing 0 with parts of 0xff: each begins with its length, 255, and so has only that byte. */
function emptied(start: number, end: number): Patch[] {
  const length = end - start
  if (length < 2) return []
  const rest = length % fullPart
  const lengthAt = (at: number, value: number): Patch => replaced(at, Buffer.from([value]))
  const patches = filled(start, length, 0xff)
  // A single byte that is left over would be a length of 0: the part before it is one shorter.
  if (rest === 1) return [...patches, lengthAt(end - 1 - fullPart, fullPart - 2), lengthAt(end - 2, 1)]
  return rest === 0 ? patches : [...patches, lengthAt(end - rest, rest - 1)]
}
