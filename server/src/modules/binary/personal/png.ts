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
      const data = applyPatches(await source.read(at + 8, length), at + 8, own)
      patches.push(...own, checksum(end - 4, Buffer.concat([header.subarray(4), data])))
    } else if (isPersonal(type) || type === 'eXIf') {
      patches.push(replaced(at + 4, emptyType), ...filled(at + 8, length))
      if (length <= maxChunkBytes) patches.push(checksum(end - 4, Buffer.concat([emptyType, Buffer.alloc(length)])))
    }
    at = end
    if (type === 'IEND') break
  }
  return [...patches, ...filled(at, source.size - at)]
}

function checksum(at: number, data: Buffer): Patch {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(data))
  return replaced(at, bytes)
}
