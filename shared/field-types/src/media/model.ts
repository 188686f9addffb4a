import { technicalNameSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { mimeTypePattern } from '../core/mime-type.ts'
import { defineReferencePair } from '../core/reference-field-type.ts'

/** Media items of the tenant: content items whose type has a binary. */
export const { one: media, many: medias } = defineReferencePair({
  one: 'media',
  many: 'medias',
  kind: 'item',
  always: { contentTypeKind: 'media' },
  restrictions: {
    contentTypeTechnicalNames: z.array(technicalNameSchema).min(1).max(100).optional(),
    mimeTypes: z.array(mimeTypePattern).min(1).max(100).optional(),
  },
})
