import { crc32 } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import { bareExif } from './exif.ts'
import { applyPatches, filled, maxPatches, type Patch, replaced } from './patch.ts'

const maxChunkBytes = 16_777_216
/** Texts, signatures of who made the file, and private chunks. Those that the picture needs are not among them. */
const isPersonal = (type: string): boolean =>
  ['tEXt', 'zTXt', 'iTXt', 'dSIG', 'caBX', 'tIME'].includes(type) || /^[a-z][a-z]/.test(type)
/** Ancillary and private: readers pass over it. */
const emptyType = Buffer.from('emPt', 'latin1')

export async function pngPatches(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  let at = 8
  while (patches.length < maxPatches && at + 12 <= source.size) {
    const header = await source.read(at, 8)
    const length = header.readUInt32BE(0)
    const type = header.toString('latin1', 4, 8)
    const end = at + 12 + length
    if (type === 'eXIf' && length <= maxChunkBytes) {
      const own = await bareExif(source, at + 8, length)
      patches.push(...own, checksum(header.subarray(4), at + 8, length, own))
    } else if (isPersonal(type) || type === 'eXIf') {
      patches.push(replaced(at + 4, emptyType), ...filled(at + 8, length))
      if (length <= maxChunkBytes) patches.push(checksum(emptyType, at + 8, length, []))
    }
    at = end
    if (type === 'IEND') break
  }
  return [...patches, ...filled(at, source.size - at)]
}

const empty = Buffer.alloc(65_536)

/** Of a chunk whose data are empty but for the patches; part by part, as there may be sixteen megabytes. */
function checksum(type: Buffer, start: number, length: number, patches: readonly Patch[]): Patch {
  let sum = crc32(type)
  for (let at = 0; at < length; at += empty.length)
    sum = crc32(applyPatches(empty.subarray(0, length - at), start + at, patches), sum)
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum)
  return replaced(start + length, bytes)
}
