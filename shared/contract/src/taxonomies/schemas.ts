import { z } from 'zod'
import { maxItemsPerBatch, partProblemSchema } from '../core/batch.ts'
import { filledText, idSchema, languageTagSchema, maxPageSize, versionSchema } from '../core/primitives.ts'

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

export const maxConceptLevels = 100
export const conceptNameSchema = filledText(300)
export const descriptionSchema = z.string().max(5_000)
export const maxLanguagesPerConcept = 100
export const maxSynonyms = 100

/** At most 200 characters and no white space at its ends; compared letter by letter. */
const conceptCodeSchema = filledText(200)

/**
 * What a concept is called, by language tag. The tag of the tenant's default language is that of `friendlyName` and
 * `description`: to write the one is to write the other.
 */
const wordShapes = {
  /** Unique in its taxonomy; null takes it away. */
  code: conceptCodeSchema.nullable().optional(),
  names: z.record(languageTagSchema, conceptNameSchema).optional(),
  descriptions: z.record(languageTagSchema, descriptionSchema).optional(),
  synonyms: z.record(languageTagSchema, z.array(conceptNameSchema).max(maxSynonyms)).optional(),
} as const

/** Each part that is there replaces what the concept has of it, all languages at once; a part that is not there stays. */
export const conceptWordsSchema = z.strictObject(wordShapes).meta({ id: 'ConceptWords' })
export type ConceptWords = z.infer<typeof conceptWordsSchema>

/**
 * `position` orders the concepts of one parent, from 0. `names`, `descriptions` and `synonyms` are given by the calls for
 * one concept, `name` and `nameLanguage` by a tree that was asked for in a variation, where its name there is another
 * than `friendlyName`.
 */
export const conceptSchema = z
  .object({
    code: z.string().optional(),
    names: z.record(z.string(), z.string()).optional(),
    descriptions: z.record(z.string(), z.string()).optional(),
    synonyms: z.record(z.string(), z.array(z.string())).optional(),
    name: z.string().optional(),
    nameLanguage: z.string().optional(),
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

/** A concept in a tree that is read by parts. `childCount`: how many concepts stand right below it. */
export const placedConceptSchema = conceptSchema
  .extend({ childCount: z.number().int().min(0) })
  .meta({ id: 'PlacedConcept' })
export type PlacedConcept = z.infer<typeof placedConceptSchema>

/** Some of the concepts right below one, or of those at the top. `childCount`: how many there are in all. */
export const conceptChildrenSchema = z
  .object({ childCount: z.number().int().min(0), concepts: z.array(placedConceptSchema) })
  .meta({ id: 'ConceptChildren' })
export type ConceptChildren = z.infer<typeof conceptChildrenSchema>

/** A concept as a search finds it, or a look-up by its id. */
export const foundConceptSchema = z
  .object({
    conceptId: idSchema,
    taxonomyId: idSchema,
    taxonomyName: z.string(),
    code: z.string().optional(),
    /** In the language of the variation or of one of its fallbacks, else in the default language. */
    name: z.string(),
    /** The language that `name` is in. */
    nameLanguage: z.string(),
    /** The names of the concepts above it, from the top of the tree. */
    path: z.array(z.string()),
    /** The text that it was found by, where nothing has what was typed. */
    shownFor: z.string().optional(),
  })
  .meta({ id: 'FoundConcept' })
export type FoundConcept = z.infer<typeof foundConceptSchema>

/** Without a `variationId`, names are in the default language. */
export const conceptSearchSchema = z
  .strictObject({
    text: z.string().max(300).default(''),
    taxonomyIds: z.array(idSchema).max(100).optional(),
    variationId: idSchema.optional(),
    limit: z.number().int().min(1).max(maxPageSize).default(50),
  })
  .meta({ id: 'ConceptSearch' })
export type ConceptSearch = z.infer<typeof conceptSearchSchema>

export const conceptLookupSchema = z
  .strictObject({ conceptIds: z.array(idSchema).min(1).max(maxPageSize), variationId: idSchema.optional() })
  .meta({ id: 'ConceptLookup' })
export type ConceptLookup = z.infer<typeof conceptLookupSchema>

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
    ...wordShapes,
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
