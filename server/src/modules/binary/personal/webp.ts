import type { ByteSource } from './byte-source.ts'
import { bareExif } from './exif.ts'
import { filled, maxPatches, type Patch } from './patch.ts'

const ofThePicture = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

export async function webpPatches(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  const riff = await source.read(0, 12)
  const end = Math.min(source.size, riff.readUInt32LE(4) + 8)
  let at = 12
  while (patches.length < maxPatches && at + 8 <= end) {
    const header = await source.read(at, 8)
    const type = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    if (type === 'EXIF') {
      // Some programs put the prefix of JPEG before it.
      const prefix = (await source.read(at + 8, 6)).toString('latin1') === 'Exif\0\0' ? 6 : 0
      patches.push(...(await bareExif(source, at + 8 + prefix, length - prefix)))
    } else if (!ofThePicture.has(type)) patches.push(...filled(at + 8, length))
    at += 8 + length + (length % 2)
  }
  return [...patches, ...filled(Math.min(at, end), source.size - Math.min(at, end))]
}
