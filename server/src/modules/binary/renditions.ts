import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '../../platform/database/new-id.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import type { ImageSize } from './limits.ts'
import type { PictureDecoder } from './pictures/picture-decoder.ts'

export const renditionMimeType = 'image/webp'
/** Part of the storage key: raise it when the way of rendering changes, so that all renditions are made again. */
const renditionVersion = 'v1'

export interface RenditionParts {
  readonly objects: ObjectStore
  readonly decoder: PictureDecoder
  /** Belongs to this process alone. */
  readonly temporaryFolder: string
}

/** Makes renditions at their first request and stores them. Concurrent requests for one rendition share the work. */
export class Renditions {
  readonly #parts: RenditionParts
  readonly #inProgress = new Map<string, Promise<void>>()

  constructor(parts: RenditionParts) {
    this.#parts = parts
  }

  /** The key of the rendition in the object store; it is there when this resolves. */
  async ensure(storageKey: string, size: ImageSize): Promise<string> {
    const key = `${storageKey}.${size.name}.${renditionVersion}.webp`
    if (await this.#parts.objects.exists(key)) return key
    const making = this.#inProgress.get(key) ?? this.#make(storageKey, key, size)
    this.#inProgress.set(key, making)
    try {
      await making
    } finally {
      this.#inProgress.delete(key)
    }
    return key
  }

  async #make(storageKey: string, key: string, size: ImageSize): Promise<void> {
    const { objects, decoder, temporaryFolder } = this.#parts
    const input = join(temporaryFolder, newId())
    const output = join(temporaryFolder, newId())
    try {
      const original = await objects.get(storageKey)
      await pipeline(original.stream, createWriteStream(input))
      await decoder.run({ kind: 'render', input, output, size })
      const { size: byteSize } = await stat(output)
      await objects.put(key, createReadStream(output), { contentType: renditionMimeType, byteSize })
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }
}
