import { z } from 'zod'
import { idSchema, pageQuery, queryInteger, technicalNameSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { contentTopics } from '../core/topics.ts'
import {
  changedSourceSchema,
  contentVariationSchema,
  markTranslatedRequestSchema,
  markTranslatedResultSchema,
  restoredVariationSchema,
  uniquenessRequestSchema,
  uniquenessResultSchema,
  updateRequestSchema,
  versionComparisonSchema,
  versionDetailSchema,
  versionPageSchema,
} from './schemas.ts'

const params = z.strictObject({ contentVariationId: idSchema })
const versionParams = params.extend({ version: queryInteger(1, Number.MAX_SAFE_INTEGER) })
/** A step is refused where the variation has moved on from the version that the caller saw. */
const stepQuery = z.strictObject({ baseVersion: queryInteger(0, Number.MAX_SAFE_INTEGER).optional() })

/** As `source` of a batch: the step is one of this source. */
const lifecycleQuery = stepQuery.extend({ source: technicalNameSchema.optional() })

const step = {
  method: 'POST',
  access: 'tenant',
  params,
  query: stepQuery,
  response: contentVariationSchema,
  changes: contentTopics,
  versioned: 'change',
} as const

export const contentVariationRoutes = {
  updateVariation: defineRoute({
    method: 'POST',
    path: '/api/content-variation',
    summary: 'Change fields of the working copy; edits to different fields are merged, to the same field refused',
    access: 'tenant',
    role: 'editor',
    body: updateRequestSchema,
    response: contentVariationSchema,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'VERSION_CONFLICT', 'UNIQUENESS_CONFLICT', 'INVALID_TRANSITION'],
    changes: contentTopics,
    versioned: 'change',
  }),
  getVariation: defineRoute({
    method: 'GET',
    path: '/api/content-variation/{contentVariationId}',
    summary: 'An item in one variation: the working copy, with the source of every value',
    access: 'tenant',
    params,
    response: contentVariationSchema,
    errors: ['NOT_FOUND'],
    reads: ['contentVariation'],
    versioned: 'read',
  }),
  getPublishedVariation: defineRoute({
    method: 'GET',
    path: '/api/content-variation/{contentVariationId}/published',
    summary: 'The same as it is live, value by value with its source',
    access: 'tenant',
    params,
    response: contentVariationSchema,
    errors: ['NOT_FOUND'],
    reads: ['contentVariation'],
  }),
  publish: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/publish',
    query: lifecycleQuery,
    summary: 'Make the working copy live',
    role: 'publisher',
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'STILL_NEEDED', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
  }),
  unpublish: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/unpublish',
    query: lifecycleQuery,
    summary: 'Take the live snapshot away; the working copy stays',
    role: 'publisher',
    errors: ['NOT_FOUND', 'STILL_NEEDED', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
  }),
  draft: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/draft',
    query: lifecycleQuery,
    summary: 'Go on working: a draft over the live snapshot, or an archived variation brought back',
    role: 'editor',
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
  }),
  archive: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/archive',
    query: lifecycleQuery,
    summary: 'Put a variation that is not live away',
    role: 'publisher',
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
  }),
  discard: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/discard',
    summary: 'Give the working copy up in favour of the live snapshot',
    role: 'editor',
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'UNIQUENESS_CONFLICT'],
  }),
  resetToFallback: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/reset-to-fallback/{technicalFieldName}',
    summary: 'Remove the own value of a field, so that it inherits',
    role: 'editor',
    params: params.extend({ technicalFieldName: technicalNameSchema }),
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'INVALID_TRANSITION', 'VALIDATION_FAILED'],
  }),
  markTranslated: defineRoute({
    method: 'POST',
    path: '/api/content-variation/mark-translated',
    summary: 'Say that texts whose sources have changed are up to date',
    access: 'tenant',
    role: 'editor',
    body: markTranslatedRequestSchema,
    response: markTranslatedResultSchema,
    errors: ['NOT_FOUND'],
    changes: contentTopics,
  }),
  getChangedSources: defineRoute({
    method: 'GET',
    path: '/api/content-variation/{contentVariationId}/changed-sources',
    summary: 'The texts that out-of-date ones were translated from, beside those of now',
    access: 'tenant',
    params,
    response: z.array(changedSourceSchema),
    errors: ['NOT_FOUND'],
    reads: ['contentVariation', 'history'],
  }),
  checkUniqueness: defineRoute({
    method: 'POST',
    path: '/api/content-variation/check-field-value-uniqueness',
    summary: 'The early word on whether a value is taken; the save itself decides',
    access: 'tenant',
    body: uniquenessRequestSchema,
    response: uniquenessResultSchema,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
    reads: ['contentVariation'],
  }),
  getVersions: defineRoute({
    method: 'GET',
    path: '/api/content-variation/{contentVariationId}/versions',
    summary: 'The history of a variation, newest first',
    access: 'tenant',
    params,
    query: z.strictObject(pageQuery),
    response: versionPageSchema,
    errors: ['NOT_FOUND'],
    reads: ['history'],
  }),
  compareVersions: defineRoute({
    method: 'GET',
    path: '/api/content-variation/{contentVariationId}/versions/compare',
    summary: 'What changed between two versions, field by field',
    access: 'tenant',
    params,
    query: z.strictObject({
      from: queryInteger(1, Number.MAX_SAFE_INTEGER),
      to: queryInteger(1, Number.MAX_SAFE_INTEGER),
    }),
    response: versionComparisonSchema,
    errors: ['NOT_FOUND'],
    reads: ['history'],
  }),
  getVersion: defineRoute({
    method: 'GET',
    path: '/api/content-variation/{contentVariationId}/versions/{version}',
    summary: 'One version, whole',
    access: 'tenant',
    params: versionParams,
    response: versionDetailSchema,
    errors: ['NOT_FOUND'],
    reads: ['history'],
  }),
  restoreVersion: defineRoute({
    ...step,
    path: '/api/content-variation/{contentVariationId}/versions/{version}/restore',
    summary:
      'Make the values of an earlier version, and the name of the item, the working copy again, as a new version',
    role: 'editor',
    params: versionParams,
    response: restoredVariationSchema,
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'UNIQUENESS_CONFLICT', 'INVALID_TRANSITION', 'VALIDATION_FAILED'],
  }),
}
