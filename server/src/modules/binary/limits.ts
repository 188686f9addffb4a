/** The only sizes that pictures are made in: an open set would let anyone fill the store. */
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

/** More pixels than this are not decoded: a few hundred kilobytes can stand for gigabytes of them. */
export const maxPixels = 50_000_000

/** What a picture in a smaller size can be made of. */
export const picturesDecoded: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'image/svg+xml',
]

export const uploadMimeTypes: readonly string[] = [
  ...picturesDecoded,
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'text/plain',
  'text/csv',
]

export const isPicture = (mimeType: string): boolean => picturesDecoded.includes(mimeType)

/** What a browser may show in place. Everything else, SVG above all, is handed over as a download. */
const shownInPlace = new Set([
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
export const isShownInPlace = (mimeType: string): boolean => shownInPlace.has(mimeType)
