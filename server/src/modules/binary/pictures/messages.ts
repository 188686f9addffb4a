import type { ImageSize } from '../limits.ts'

/**
 * A request to the decoder process: read the pixel size of a picture, or write a rendition. Files are passed by path.
 */
export type PictureTask =
  | { readonly kind: 'probe'; readonly input: string }
  | { readonly kind: 'render'; readonly input: string; readonly output: string; readonly size: ImageSize }

export interface PictureResult {
  readonly width: number
  readonly height: number
}

export type PictureReply =
  | { readonly taskId: number; readonly result: PictureResult }
  | { readonly taskId: number; readonly error: string }

export interface PictureRequest {
  readonly taskId: number
  readonly task: PictureTask
}
