import type { RenditionReason } from '@pim/contract/core/rendition.ts'
import type { ImageSize } from '../limits.ts'

/**
 * A request to a decoder process: look whether a picture can be made of a file, or write a rendition. Files are passed
 * by path.
 */
export type PictureTask =
  | { readonly kind: 'look'; readonly input: string; readonly mimeType: string }
  | {
      readonly kind: 'render'
      readonly input: string
      readonly mimeType: string
      readonly output: string
      readonly size: ImageSize
      /** Of a document: 1 is the first. */
      readonly page: number
    }

export interface PictureResult {
  /** Pixels after rotation: of the file for `look`, of the rendition for `render`. A document has none of its own. */
  readonly width?: number
  readonly height?: number
  /** Of a document. */
  readonly pages?: number
  /** A part of the file could not be decoded; the rest was. */
  readonly isDamaged: boolean
}

/** Why there is no picture, with the size of the file where its header tells it. */
export interface PictureRefusal {
  readonly reason: Exclude<RenditionReason, 'kind'>
  readonly message: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Thrown for a file that no picture can be made of. It will be the same the next time. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture'
  readonly refusal: PictureRefusal

  constructor(refusal: PictureRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
