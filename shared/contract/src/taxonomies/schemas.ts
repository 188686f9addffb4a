import { z } from 'zod'
import { idSchema } from '../core/primitives.ts'

export const taxonomySchema = z
  .object({
    taxonomyId: idSchema,
    friendlyName: z.string(),
    description: z.string(),
    conceptCount: z.number().int(),
  })
  .meta({ id: 'Taxonomy' })
export type Taxonomy = z.infer<typeof taxonomySchema>

/** `position` orders the concepts of one parent, from 0. */
export const conceptSchema = z
  .object({
    conceptId: idSchema,
    friendlyName: z.string(),
    description: z.string(),
    parentConceptId: idSchema.nullable(),
    position: z.number().int(),
  })
  .meta({ id: 'Concept' })
export type Concept = z.infer<typeof conceptSchema>

export const taxonomyWithConceptsSchema = taxonomySchema
  .extend({ concepts: z.array(conceptSchema) })
  .meta({ id: 'TaxonomyWithConcepts' })
export type TaxonomyWithConcepts = z.infer<typeof taxonomyWithConceptsSchema>
