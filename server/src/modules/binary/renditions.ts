import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { Problem } from '../../core/problem.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import type { BinaryRow, Looked } from './binary-file.repository.ts'
import { type ImageSize, isShown } from './limits.ts'
import { NoPicture } from './pictures/messages.ts'
import type { PictureDecoder } from './pictures/picture-decoder.ts'
import { failed, found, notLooked, recipe, refuseWithoutPicture, renditionOf } from './rendition-state.ts'

export const renditionMimeType = 'image/webp'

/** How long an upload waits for its turn with a decoder, before it is stored without. */
const maxLookMs = 5_000

export interface RenditionParts {
  readonly objects: ObjectStore
  readonly decoder: PictureDecoder
  /** Belongs to this process alone. */
  readonly temporaryFolder: string
  readonly remember: (tenantId: string, binaryId: string, looked: Looked) => Promise<void>
}

type File = Omit<BinaryRow, 'fileName' | 'createdAt'>

/**
 * Makes renditions at their first request and stores them. Concurrent requests for one rendition share the work. A file
 * of which no picture can be made is remembered, and not tried again with the same recipe.
 */
export class Renditions {
  readonly #parts: RenditionParts
  readonly #inProgress = new Map<string, Promise<void>>()
  /** Pages behind the first that could not be drawn: the rest of their document is shown all the same. */
  readonly #failedPages = new LRUCache<string, Looked>({ max: 10_000 })

  constructor(parts: RenditionParts) {
    this.#parts = parts
  }

  /** What can be found out about a file before it is stored; the rest is found out when its picture is asked for. */
  async lookAtUpload(tenantId: string, path: string, mimeType: string, signal: AbortSignal): Promise<Looked> {
    if (!isShown(mimeType)) return notLooked
    const impatient = AbortSignal.any([signal, AbortSignal.timeout(maxLookMs)])
    try {
      return await this.#look(tenantId, path, mimeType, impatient)
    } catch (error) {
      if (signal.aborted) throw error
      if (impatient.aborted || (error instanceof Problem && error.code === 'UNAVAILABLE')) return notLooked
      throw error
    }
  }

  /** The key of the rendition in the object store; it is there when this resolves. */
  async ensure(tenantId: string, file: File, size: ImageSize, page = 1): Promise<string> {
    const part = page === 1 ? '' : `.p${page}`
    const key = `${file.storageKey}.${size.name}${part}.v${recipe}.webp`
    const known = this.#failedPages.get(key)
    if (known) refuseWithoutPicture(renditionOf({ mimeType: file.mimeType, ...known }))
    if (await this.#parts.objects.exists(key)) return key
    const making = this.#inProgress.get(key) ?? this.#make(tenantId, file, key, size, page)
    this.#inProgress.set(key, making)
    try {
      await making
    } finally {
      this.#inProgress.delete(key)
    }
    return key
  }

  async #look(tenantId: string, input: string, mimeType: string, signal?: AbortSignal): Promise<Looked> {
    try {
      return found(await this.#parts.decoder.run(tenantId, { kind: 'look', input, mimeType }, signal))
    } catch (error) {
      if (error instanceof NoPicture) return failed(error.refusal)
      throw error
    }
  }

  async #make(tenantId: string, file: File, key: string, size: ImageSize, page: number): Promise<void> {
    const { objects, decoder, temporaryFolder, remember } = this.#parts
    const { binaryId, mimeType, width, height } = file
    const input = join(temporaryFolder, newId())
    const output = join(temporaryFolder, newId())
    try {
      const original = await objects.get(file.storageKey)
      await pipeline(original.stream, createWriteStream(input))
      if (renditionOf(file).state === 'pending') {
        const looked = await this.#look(tenantId, input, mimeType)
        await remember(tenantId, binaryId, looked)
        refuseWithoutPicture(renditionOf({ mimeType, ...looked }))
      }
      await decoder.run(tenantId, { kind: 'render', input, mimeType, output, size, page })
      const { size: byteSize } = await stat(output)
      await objects.put(key, createReadStream(output), { contentType: renditionMimeType, byteSize })
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error
      const looked = failed({ width: width ?? undefined, height: height ?? undefined, ...error.refusal })
      if (page === 1) await remember(tenantId, binaryId, looked)
      else this.#failedPages.set(key, looked)
      refuseWithoutPicture(renditionOf({ mimeType, ...looked }))
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }
}
