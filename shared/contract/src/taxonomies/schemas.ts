import { z } from 'zod'
import { maxItemsPerBatch, partProblemSchema } from '../core/batch.ts'
import { filledText, idSchema, versionSchema } from '../core/primitives.ts'

export const taxonomySchema = z
  .object({
    taxonomyId: idSchema,
    friendlyName: z.string(),
    description: z.string(),
    conceptCount: z.number().int(),
    version: versionSchema.optional(),
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
    version: versionSchema.optional(),
  })
  .meta({ id: 'Concept' })
export type Concept = z.infer<typeof conceptSchema>

export const taxonomyWithConceptsSchema = taxonomySchema
  .extend({ concepts: z.array(conceptSchema) })
  .meta({ id: 'TaxonomyWithConcepts' })
export type TaxonomyWithConcepts = z.infer<typeof taxonomyWithConceptsSchema>

export const maxConceptLevels = 100
export const conceptNameSchema = filledText(300)
export const descriptionSchema = z.string().max(5_000)

/**
 * A concept is named by its id, or by its path: the names from the top of the tree to the concept itself. A path that is
 * not there yet is made; its parents may stand anywhere in the batch. Concepts that are named by id are changed first, so
 * paths are those after renaming.
 */
const batchConceptSchema = z
  .strictObject({
    conceptId: idSchema.optional(),
    path: z.array(conceptNameSchema).min(1).max(maxConceptLevels).optional(),
    friendlyName: conceptNameSchema.optional(),
    description: descriptionSchema.optional(),
  })
  .refine(({ conceptId, path }) => (conceptId === undefined) !== (path === undefined), {
    message: 'names the concept by its id or by its path',
    path: ['path'],
  })
  .refine(({ path, friendlyName }) => path === undefined || friendlyName === undefined, {
    message: 'is the last name of the path',
    path: ['friendlyName'],
  })
  .meta({
    id: 'BatchConcept',
    oneOf: [{ required: ['conceptId'] }, { required: ['path'] }],
    not: { required: ['path', 'friendlyName'] },
  })
export type BatchConcept = z.infer<typeof batchConceptSchema>

/** `atomic`: all or nothing. */
export const conceptBatchSchema = z
  .strictObject({
    concepts: z.array(batchConceptSchema).min(1).max(maxItemsPerBatch),
    atomic: z.boolean().default(false),
  })
  .meta({ id: 'ConceptBatch' })
export type ConceptBatch = z.infer<typeof conceptBatchSchema>

export const batchConceptResultSchema = z
  .object({
    /** Place in the request. */
    index: z.number().int(),
    outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
    conceptId: idSchema.optional(),
    problem: partProblemSchema.optional(),
  })
  .meta({ id: 'BatchConceptResult' })
export type BatchConceptResult = z.infer<typeof batchConceptResultSchema>

/** One result for each concept, in the order of the request. */
export const conceptBatchResultSchema = z
  .object({ results: z.array(batchConceptResultSchema) })
  .meta({ id: 'ConceptBatchResult' })
export type ConceptBatchResult = z.infer<typeof conceptBatchResultSchema>
