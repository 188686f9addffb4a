import { z } from 'zod'
import { idSchema, queryInteger, timeSchema } from '../core/primitives.ts'
import { renditionSchema } from '../core/rendition.ts'

/** The stored bytes of a media item. `width` and `height` in pixels, as shown (turned as the picture's EXIF says). */
export const binarySchema = z
  .object({
    binaryId: idSchema,
    fileName: z.string(),
    mimeType: z.string(),
    byteSize: z.number().int(),
    sha256: z.string(),
    width: z.number().int().optional(),
    height: z.number().int().optional(),
    /** Of a document, once it was looked at. Each page can be had as a picture. */
    pageCount: z.number().int().optional(),
    rendition: renditionSchema,
    createdAt: timeSchema,
    usedBy: z.array(z.object({ contentItemId: idSchema, name: z.string() })),
  })
  .meta({ id: 'Binary' })
export type Binary = z.infer<typeof binarySchema>

/** The SHA-256 of the bytes of a file, as `sha256` of a binary has it. */
export const contentHashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'is the SHA-256 of a file: 64 digits of 0 to 9 and a to f')

/** The picture of one page of a document; the first where it is left out. */
export const pageOfDocumentSchema = queryInteger(1, 10_000).optional()

/** A name of `settings.imageSizes`, or `original`. */
export const imageSizeSchema = z
  .string()
  .max(50)
  .regex(/^[a-z][a-z0-9-]*$/)
  .default('original')
