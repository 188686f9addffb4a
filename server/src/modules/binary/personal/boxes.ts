import type { ByteSource } from './byte-source.ts'

/** A box of a file of the ISO base media format: HEIC, AVIF, MP4, QuickTime. */
export interface Box {
  readonly type: string
  /** Of its header: four bytes of length, then the type. */
  readonly at: number
  /** Of what is in it. */
  readonly start: number
  readonly end: number
}

const maxBoxes = 10_000

/** The boxes that lie beside each other in a part of the file. */
export async function boxesIn(source: ByteSource, start: number, end: number, max = maxBoxes): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end && boxes.length < max; ) {
    const header = await source.read(at, 16)
    if (header.length < 8) break
    const short = header.readUInt32BE(0)
    const long = short === 1 && header.length === 16
    const size = long ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short
    if (size < (long ? 16 : 8)) break
    const inside = { start: at + (long ? 16 : 8), end: Math.min(end, at + size) }
    boxes.push({ type: header.toString('latin1', 4, 8), at, ...inside })
    at += size
  }
  return boxes
}
