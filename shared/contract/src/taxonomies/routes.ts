import { z } from 'zod'
import { idSchema, queryBoolean, queryInteger } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import {
  conceptBatchResultSchema,
  conceptBatchSchema,
  conceptNameSchema,
  conceptSchema,
  descriptionSchema,
  taxonomySchema,
  taxonomyWithConceptsSchema,
} from './schemas.ts'

const friendlyName = conceptNameSchema
const description = descriptionSchema
const params = z.strictObject({ taxonomyId: idSchema })
const conceptParams = params.extend({ conceptId: idSchema })
const position = queryInteger(0, 1_000_000)
/** An empty `parentConceptId` in a query is the top of the tree. */
const parent = z
  .union([z.literal(''), z.literal('null'), z.null(), idSchema])
  .transform((id) => (id === '' || id === 'null' ? null : id))
  .pipe(idSchema.nullable())
const changes = ['taxonomies', 'search', 'contentVariation', 'audit'] as const

export const taxonomiesRoutes = {
  createTaxonomy: defineRoute({
    method: 'POST',
    path: '/api/taxonomies',
    summary: 'Create a taxonomy',
    creates: true,
    access: 'tenant',
    role: 'editor',
    query: z.strictObject({ friendlyName, description: description.default('') }),
    response: taxonomySchema,
    errors: ['NAME_CONFLICT', 'FEATURE_DISABLED'],
    changes,
    versioned: 'read',
  }),
  getTaxonomies: defineRoute({
    method: 'GET',
    path: '/api/taxonomies',
    summary: 'The taxonomies of the tenant',
    access: 'tenant',
    response: z.array(taxonomySchema),
    errors: ['FEATURE_DISABLED'],
    reads: ['taxonomies'],
  }),
  getTaxonomy: defineRoute({
    method: 'GET',
    path: '/api/taxonomies/{taxonomyId}',
    summary: 'One taxonomy with its concepts, parents before children',
    access: 'tenant',
    params,
    response: taxonomyWithConceptsSchema,
    errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
    reads: ['taxonomies'],
    versioned: 'read',
  }),
  changeTaxonomy: defineRoute({
    method: 'PATCH',
    path: '/api/taxonomies/{taxonomyId}',
    summary: 'Rename or describe a taxonomy',
    access: 'tenant',
    role: 'editor',
    params,
    query: z.strictObject({ friendlyName: friendlyName.optional(), description: description.optional() }),
    response: taxonomySchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT', 'FEATURE_DISABLED'],
    changes,
    versioned: 'change',
  }),
  deleteTaxonomy: defineRoute({
    method: 'DELETE',
    path: '/api/taxonomies/{taxonomyId}',
    summary: 'Delete a taxonomy; refused while content uses its concepts, unless detaching is asked for',
    access: 'tenant',
    role: 'publisher',
    params,
    query: z.strictObject({ detach: queryBoolean.default(false) }),
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND', 'IN_USE', 'FEATURE_DISABLED'],
    changes,
    versioned: 'change',
  }),
  createConcept: defineRoute({
    method: 'POST',
    path: '/api/taxonomies/{taxonomyId}/concept',
    summary: 'Add a concept, at the end of its parent',
    creates: true,
    access: 'tenant',
    role: 'editor',
    params,
    query: z.strictObject({
      friendlyName,
      description: description.default(''),
      parentConceptId: parent.optional(),
      position: position.optional(),
    }),
    response: conceptSchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT', 'FEATURE_DISABLED'],
    changes,
    versioned: 'read',
  }),
  batchConcepts: defineRoute({
    method: 'POST',
    path: '/api/taxonomies/{taxonomyId}/concepts/batch',
    summary: 'Create or change up to 1,000 concepts, each answered for itself',
    creates: true,
    isLong: true,
    access: 'tenant',
    role: 'editor',
    params,
    body: conceptBatchSchema,
    response: conceptBatchResultSchema,
    errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
    changes,
  }),
  getConcept: defineRoute({
    method: 'GET',
    path: '/api/taxonomies/{taxonomyId}/concept/{conceptId}',
    summary: 'One concept',
    access: 'tenant',
    params: conceptParams,
    response: conceptSchema,
    errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
    reads: ['taxonomies'],
    versioned: 'read',
  }),
  changeConcept: defineRoute({
    method: 'PATCH',
    path: '/api/taxonomies/{taxonomyId}/concept/{conceptId}',
    summary: 'Rename, describe or move a concept',
    access: 'tenant',
    role: 'editor',
    params: conceptParams,
    query: z.strictObject({
      friendlyName: friendlyName.optional(),
      description: description.optional(),
      parentConceptId: parent.optional(),
      position: position.optional(),
    }),
    response: conceptSchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT', 'CONCEPT_CYCLE', 'FEATURE_DISABLED'],
    changes,
    versioned: 'change',
  }),
  deleteConcept: defineRoute({
    method: 'DELETE',
    path: '/api/taxonomies/{taxonomyId}/concept/{conceptId}',
    summary: 'Delete a concept and what is below it; refused while content uses them, unless detaching is asked for',
    access: 'tenant',
    role: 'publisher',
    params: conceptParams,
    query: z.strictObject({ detach: queryBoolean.default(false) }),
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND', 'IN_USE', 'FEATURE_DISABLED'],
    changes,
    versioned: 'change',
  }),
}
