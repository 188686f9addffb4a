import { z } from 'zod'

/** One media type, or all of a kind: `image/png`, `image/*`. */
export const mimeTypePattern = z
  .string()
  .max(100)
  .regex(/^[a-z]+\/([a-z0-9.+-]+|\*)$/, 'is a media type such as image/png or image/*')

export const fitsMimeType = (mimeType: string, patterns: readonly string[] | undefined): boolean =>
  patterns === undefined ||
  patterns.some(
    (pattern) => pattern === mimeType || (pattern.endsWith('/*') && mimeType.startsWith(pattern.slice(0, -1))),
  )
