import { technicalNameSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { defineReferencePair } from '../core/reference-field-type.ts'

const mimeType = z
  .string()
  .max(100)
  .regex(/^[a-z]+\/([a-z0-9.+-]+|\*)$/, 'is a media type such as image/png or image/*')

/** Media items of the tenant: content items whose type has a binary. */
export const { one: media, many: medias } = defineReferencePair({
  one: 'media',
  many: 'medias',
  kind: 'item',
  restrictions: {
    contentTypeTechnicalNames: z.array(technicalNameSchema).min(1).max(100).optional(),
    mimeTypes: z.array(mimeType).min(1).max(100).optional(),
  },
})
