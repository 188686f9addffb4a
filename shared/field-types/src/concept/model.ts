import { idSchema } from '@pim/contract/core/primitives.ts'
import { z } from 'zod'
import { defineReferencePair } from '../core/reference-field-type.ts'

/** Concepts of the tenant's taxonomies. */
export const { one: concept, many: concepts } = defineReferencePair({
  one: 'concept',
  many: 'concepts',
  kind: 'concept',
  restrictions: { taxonomyIds: z.array(idSchema).min(1).max(100).optional() },
})
