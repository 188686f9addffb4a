import { decodedPictureTypes, mediaTypes } from '@pim/contract/core/media-types.ts'

/** A size that renditions are made in. The list is fixed: free sizes would let a caller fill the store. */
export interface ImageSize {
  readonly name: string
  /** Pixels; the picture fits inside and keeps its proportions. */
  readonly width: number
  readonly height: number
  readonly fit: 'inside' | 'cover'
}

export const originalSize = 'original'
export const imageSizes: readonly ImageSize[] = [
  { name: 'thumbnail', width: 160, height: 160, fit: 'inside' },
  { name: 'small', width: 400, height: 400, fit: 'inside' },
  { name: 'medium', width: 960, height: 960, fit: 'inside' },
  { name: 'large', width: 1920, height: 1920, fit: 'inside' },
]

/**
 * Larger pictures are kept and not decoded: a file of a few hundred kilobytes can hold gigabytes of pixels (decompression bomb).
 */
export const maxPixels = 50_000_000

/** The types that renditions can be made from. */
export const picturesDecoded: readonly string[] = decodedPictureTypes

export const uploadMimeTypes: readonly string[] = [...Object.values(mediaTypes).flat(), 'application/zip']

/** Pictures can be made of it: of a document, one of each page. */
export const isShown = (mimeType: string): boolean =>
  picturesDecoded.includes(mimeType) || mimeType === 'application/pdf'

/**
 * Types that are sent with `Content-Disposition: inline`. All others are downloads, above all SVG, which can run
 * scripts.
 */
const inlineTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
])
export const isShownInline = (mimeType: string): boolean => inlineTypes.has(mimeType)
