/** The types that pictures can be made from. */
export const decodedPictureTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'image/svg+xml',
] as const

/** Types of uploads, by kinds of files as people think of them. Pictures that are not decoded are kept without a rendition. */
export const mediaTypes = {
  picture: [
    ...decodedPictureTypes,
    'image/heic',
    'image/heif',
    'image/vnd.adobe.photoshop',
    'image/bmp',
    'image/jp2',
    'image/jxl',
    'image/x-icon',
  ],
  document: [
    'application/pdf',
    'text/plain',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  audio: ['audio/mpeg', 'audio/wav', 'audio/ogg'],
} as const
