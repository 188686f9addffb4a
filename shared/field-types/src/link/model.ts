import { technicalNameSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { defineReferencePair } from '../core/reference-field-type.ts'

/** Other content items of the tenant. */
export const { one: link, many: links } = defineReferencePair({
  one: 'link',
  many: 'links',
  kind: 'item',
  restrictions: { contentTypeTechnicalNames: z.array(technicalNameSchema).min(1).max(100).optional() },
})
