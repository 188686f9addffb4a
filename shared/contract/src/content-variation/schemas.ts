import { z } from 'zod'
import { deliveryTargetSchema, idSchema, pageOf, technicalNameSchema, timeSchema } from '../core/primitives.ts'
import { translationStates } from './translation.ts'

export const statuses = ['draft', 'published', 'unpublished', 'archived'] as const
export const statusSchema = z.enum(statuses).meta({ id: 'Status' })
export type Status = z.infer<typeof statusSchema>

export const lifecycleActions = ['publish', 'unpublish', 'draft', 'archive'] as const
export const lifecycleActionSchema = z.enum(lifecycleActions)
export type LifecycleAction = z.infer<typeof lifecycleActionSchema>

/** What to do about live variations that would lose a required value, or lack one that they inherit. */
export const planResolveSchema = z
  .enum(['publishAncestors', 'unpublishInheriting', 'keepValues'])
  .meta({ id: 'PlanResolve' })
export type PlanResolve = z.infer<typeof planResolveSchema>

/** `sourceVariationId`: whose value this is; null where nobody in the chain has one. */
export const fieldStateSchema = z
  .object({ value: z.unknown(), isInherited: z.boolean(), sourceVariationId: idSchema.nullable() })
  .meta({ id: 'FieldState' })
export type FieldState = z.infer<typeof fieldStateSchema>

/** What a publish would deliver of what a channel requires, in per cent, and the fields that are missing. */
export const readinessSchema = z
  .object({
    deliveryTarget: z.string(),
    percent: z.number().int().min(0).max(100),
    missing: z.array(z.string()),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof readinessSchema>

export const translationStateSchema = z.enum(translationStates).meta({ id: 'TranslationState' })

/**
 * Of the words of a variation: `missing` where some field has words in the default variation and none here, `outdated` where a
 * source changed after an own text was written, `inherited` where words come from a fallback, else `own`. `percent`: the share
 * of the fields with words that are in the variation's own language and of the source as it is.
 */
export const translationSchema = z
  .object({ state: translationStateSchema, percent: z.number().int().min(0).max(100) })
  .meta({ id: 'Translation' })
export type { TranslationState } from './translation.ts'
export type Translation = z.infer<typeof translationSchema>

/** Two hundred at once: marks the texts of these variations as being of their sources as they are now. */
export const markTranslatedRequestSchema = z
  .strictObject({ contentVariationIds: z.array(idSchema).min(1).max(200) })
  .meta({ id: 'MarkTranslatedRequest' })
export const markTranslatedResultSchema = z
  .object({ changedCount: z.number().int() })
  .meta({ id: 'MarkTranslatedResult' })

/**
 * A source that has another text than the one which the variation's own text was translated from. `before` is left out where
 * the history does not have that text.
 */
export const changedSourceSchema = z
  .object({
    technicalFieldName: z.string(),
    variationId: idSchema,
    before: z.unknown().optional(),
    after: z.unknown(),
  })
  .meta({ id: 'ChangedSource' })
export type ChangedSource = z.infer<typeof changedSourceSchema>

export const contentVariationSchema = z
  .object({
    contentVariationId: idSchema,
    contentItemId: idSchema,
    variationId: idSchema,
    status: statusSchema,
    version: z.number().int(),
    publishedVersion: z.number().int().nullable(),
    publishedAt: timeSchema.nullable(),
    hasUnpublishedChanges: z.boolean(),
    allowedActions: z.array(lifecycleActionSchema),
    completeness: z.number().int().min(0).max(100),
    deliveryTargets: z.array(z.string()),
    /** For each channel that it is to go to. */
    readiness: z.array(readinessSchema),
    /** With the fields whose source has changed since their own text was written. */
    translation: translationSchema.extend({ outdatedFields: z.array(z.string()) }),
    fields: z.record(z.string(), fieldStateSchema),
    createdAt: timeSchema,
    modifiedAt: timeSchema,
    modifiedBy: z.string(),
  })
  .meta({ id: 'ContentVariation' })
export type ContentVariation = z.infer<typeof contentVariationSchema>

/** `null` is a value: deliberately empty. `resetFields` gives the fields named back to the fallback. */
export const updateRequestSchema = z
  .strictObject({
    contentVariationId: idSchema,
    baseVersion: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    fields: z.array(z.strictObject({ technicalFieldName: technicalNameSchema, value: z.unknown() })).max(400),
    resetFields: z.array(technicalNameSchema).max(400).optional(),
    deliveryTargets: z.array(deliveryTargetSchema).max(50).optional(),
  })
  .meta({ id: 'UpdateRequest' })
export type UpdateRequest = z.infer<typeof updateRequestSchema>

/** `leftOut`: what the earlier version referred to and is gone by now. Deleted items have a `name`; what is erased has none. */
export const restoredVariationSchema = contentVariationSchema
  .extend({
    leftOut: z
      .array(
        z.object({
          technicalFieldName: z.string(),
          kind: z.enum(['item', 'concept', 'binary']),
          id: idSchema,
          name: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'RestoredVariation' })
export type RestoredVariation = z.infer<typeof restoredVariationSchema>

export const uniquenessRequestSchema = z
  .strictObject({
    contentTypeTechnicalName: technicalNameSchema,
    technicalFieldName: technicalNameSchema,
    value: z.unknown(),
    contentVariationId: idSchema.optional(),
    variationId: idSchema.optional(),
  })
  .meta({ id: 'UniquenessRequest' })
export type UniquenessRequest = z.infer<typeof uniquenessRequestSchema>

export const uniquenessResultSchema = z
  .object({
    isUnique: z.boolean(),
    scope: z.enum(['tenant', 'contentType', 'variation']),
    /** `isInherited`: it may be saved, and only one of the two can be live in this variation. */
    conflicts: z.array(
      z.object({
        contentItemId: idSchema,
        contentVariationId: idSchema,
        name: z.string(),
        isInherited: z.literal(true).optional(),
      }),
    ),
  })
  .meta({ id: 'UniquenessResult' })
export type UniquenessResult = z.infer<typeof uniquenessResultSchema>

export const versionActions = [
  'create',
  'edit',
  'reset',
  'publish',
  'unpublish',
  'draft',
  'archive',
  'discard',
  'restore',
  'migrate',
] as const

/**
 * One kept change. `changedFields` are the technical names of the fields it touched; `$name` stands for the name of the
 * item and `$deliveryTargets` for the delivery targets, here and in comparisons.
 */
export const versionSummarySchema = z
  .object({
    version: z.number().int(),
    action: z.enum(versionActions),
    at: timeSchema,
    by: z.string(),
    status: statusSchema,
    changedFields: z.array(z.string()),
    isPublished: z.boolean(),
    /** The bulk change that it is part of. */
    bulkChangeId: idSchema.optional(),
  })
  .meta({ id: 'VersionSummary' })
export type VersionSummary = z.infer<typeof versionSummarySchema>
export const versionPageSchema = pageOf(versionSummarySchema).meta({ id: 'VersionPage' })

/** What the item was called, the own values of that version (a field that is not there inherits), and the values shared by all variations. */
export const versionDetailSchema = versionSummarySchema
  .extend({ contentVariationId: idSchema, name: z.string(), fields: z.record(z.string(), z.unknown()) })
  .meta({ id: 'VersionDetail' })
export type VersionDetail = z.infer<typeof versionDetailSchema>

/** `before` and `after` are left out where that version had no own value (it inherited). */
export const versionComparisonSchema = z
  .object({
    from: z.number().int(),
    to: z.number().int(),
    changes: z.array(
      z.object({ technicalFieldName: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
    ),
  })
  .meta({ id: 'VersionComparison' })
export type VersionComparison = z.infer<typeof versionComparisonSchema>
