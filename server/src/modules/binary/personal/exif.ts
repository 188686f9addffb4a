import type { ByteSource } from './byte-source.ts'
import { filled, type Patch, replaced } from './patch.ts'

const orientationTag = 0x0112
const emptyLength = 14
const orientedLength = 26

/** Reads numbers in the byte order that the header of a TIFF structure names. */
export interface Numbers {
  u16(bytes: Buffer, at: number): number
  u32(bytes: Buffer, at: number): number
}

export function numbersOf(header: Buffer): Numbers | undefined {
  const order = header.toString('latin1', 0, 4)
  if (order === 'II*\0') return { u16: (b, at) => b.readUInt16LE(at), u32: (b, at) => b.readUInt32LE(at) }
  if (order === 'MM\0*') return { u16: (b, at) => b.readUInt16BE(at), u32: (b, at) => b.readUInt32BE(at) }
  return undefined
}

/** Leaves of EXIF data how the picture is turned, and nothing else. */
export async function bareExif(source: ByteSource, start: number, length: number): Promise<Patch[]> {
  const data = await source.read(start, Math.min(length, 65_536))
  const numbers = numbersOf(data)
  const orientation = numbers && orientationOf(data, numbers)
  const bare = numbers && bareStructure(data.toString('latin1', 0, 2) === 'II', orientation, length)
  return [...filled(start, length), ...(bare ? [replaced(start, bare)] : [])]
}

function orientationOf(data: Buffer, { u16, u32 }: Numbers): number | undefined {
  if (data.length < 8) return undefined
  const directory = u32(data, 4)
  if (directory + 2 > data.length) return undefined
  const count = u16(data, directory)
  for (let at = directory + 2; at < directory + 2 + count * 12 && at + 12 <= data.length; at += 12) {
    if (u16(data, at) === orientationTag) return u16(data, at + 8)
  }
  return undefined
}

function bareStructure(isLittle: boolean, orientation: number | undefined, length: number): Buffer | undefined {
  const isTurned = orientation !== undefined && length >= orientedLength
  if (!isTurned && length < emptyLength) return undefined
  const bytes = Buffer.alloc(isTurned ? orientedLength : emptyLength)
  const u16 = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(isLittle ? 'II' : 'MM', 0, 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(isTurned ? 1 : 0, 8)
  if (isTurned) {
    u16(orientationTag, 10)
    u16(3, 12)
    u32(1, 14)
    u16(orientation, 18)
  }
  return bytes
}
