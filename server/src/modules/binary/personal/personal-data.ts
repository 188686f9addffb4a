import { pipeline, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { ObjectStore } from '../../../platform/object-storage/index.ts'
import { ByteSource } from './byte-source.ts'
import { filmPatches } from './film.ts'
import { gifPatches } from './gif.ts'
import { heifPatches } from './heif.ts'
import { jpegPatches } from './jpeg.ts'
import { applyPatches, type Patch } from './patch.ts'
import { pngPatches } from './png.ts'
import { svgPatches } from './svg.ts'
import { tiffPatches } from './tiff.ts'
import { webpPatches } from './webp.ts'

const finders: Readonly<Record<string, (source: ByteSource) => Promise<Patch[]>>> = {
  'image/jpeg': jpegPatches,
  'image/png': pngPatches,
  'image/webp': webpPatches,
  'image/tiff': tiffPatches,
  'image/avif': heifPatches,
  'image/heic': heifPatches,
  'image/heif': heifPatches,
  'image/gif': gifPatches,
  'image/svg+xml': svgPatches,
  'video/mp4': filmPatches,
  'video/quicktime': filmPatches,
}

/**
 * How many bytes are read of a file to find the places, beside twice its size: parts that lie far from each other are read in
 * turns. To a file that needs more, which is made for harm, it looks as if it ended there.
 */
const furtherBytes = 64_000_000

export interface StoredPicture {
  readonly storageKey: string
  readonly mimeType: string
  readonly byteSize: number
}

/** Files of this kind can say where they were made, and by whom. */
export const holdsPersonalData = (mimeType: string): boolean => mimeType in finders

/**
 * Finds where a file says where it was made and by whom (EXIF, XMP, IPTC, comments, user data of films). The places are replaced while the
 * file is sent: what is stored stays as it came. How the picture is turned and its colours are kept.
 */
export class PersonalData {
  readonly #objects: ObjectStore
  /** By storage key; what lies under a key never changes. */
  readonly #known = new LRUCache<string, readonly Patch[]>({
    maxSize: 200_000,
    sizeCalculation: (patches) => patches.length + 1,
  })

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  async patchesOf({ storageKey, mimeType, byteSize }: StoredPicture): Promise<readonly Patch[]> {
    const known = this.#known.get(storageKey)
    if (known) return known
    let mayRead = 2 * byteSize + furtherBytes
    const source = new ByteSource(byteSize, async (start, end) => {
      mayRead -= end - start
      if (mayRead < 0) return Buffer.alloc(0)
      const { stream } = await this.#objects.get(storageKey, { start, end: end - 1 })
      return await buffer(stream)
    })
    const patches = (await finders[mimeType]?.(source)) ?? []
    this.#known.set(storageKey, patches)
    return patches
  }
}

/** Replaces bytes of a stream that begins at `offset` of the file. The end or failure of one stream is that of both. */
export function replacing(stored: Readable, patches: readonly Patch[], offset: number): Readable {
  let at = offset
  const replaced = new Transform({
    transform(part: Buffer, _encoding, done) {
      done(null, applyPatches(part, at, patches))
      at += part.length
    },
  })
  return pipeline(stored, replaced, () => undefined)
}
