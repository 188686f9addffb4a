import { z } from 'zod'
import { contentTypeKindSchema } from '../content-model/schemas.ts'
import { statusSchema } from '../content-variation/schemas.ts'
import { idSchema, timeSchema, versionSchema } from '../core/primitives.ts'

export const contentItemSchema = z
  .object({
    contentItemId: idSchema,
    name: z.string(),
    technicalContentTypeName: z.string(),
    kind: contentTypeKindSchema,
    isDeleted: z.boolean(),
    version: versionSchema.optional(),
    createdAt: timeSchema,
    modifiedAt: timeSchema,
    createdBy: z.string(),
    modifiedBy: z.string(),
  })
  .meta({ id: 'ContentItem' })
export type ContentItem = z.infer<typeof contentItemSchema>

export const createdItemSchema = z
  .object({ contentItemId: idSchema, contentVariationIds: z.array(idSchema) })
  .meta({ id: 'CreatedItem' })
export type CreatedItem = z.infer<typeof createdItemSchema>

/** `isBroken`: the other end is deleted, purged, or (of what is live) not live itself. */
export const linkedSchema = z
  .object({
    contentItemId: idSchema,
    name: z.string(),
    technicalContentTypeName: z.string(),
    technicalFieldName: z.string(),
    status: statusSchema,
    isPublished: z.boolean(),
    isBroken: z.boolean(),
  })
  .meta({ id: 'Linked' })
export type Linked = z.infer<typeof linkedSchema>

export const linkedContentSchema = z
  .object({ outgoing: z.array(linkedSchema), incoming: z.array(linkedSchema) })
  .meta({ id: 'LinkedContent' })
export type LinkedContent = z.infer<typeof linkedContentSchema>

/**
 * What erasing a deleted item would remove. Of its files and of the items that link to it, the first hundred are named; the
 * links of the latter stay broken.
 */
export const purgePreviewSchema = z
  .object({
    variations: z.number().int(),
    versions: z.number().int(),
    fileCount: z.number().int(),
    fileBytes: z.number().int(),
    files: z.array(z.object({ binaryId: idSchema, fileName: z.string(), byteSize: z.number().int() })),
    linkedFromCount: z.number().int(),
    linkedFrom: z.array(z.object({ contentItemId: idSchema, name: z.string() })),
  })
  .meta({ id: 'PurgePreview' })
export type PurgePreview = z.infer<typeof purgePreviewSchema>

export const linkedContentSummarySchema = z
  .object({
    outgoingCount: z.number().int(),
    incomingCount: z.number().int(),
    unpublishedCount: z.number().int(),
    brokenCount: z.number().int(),
    byField: z.array(z.object({ technicalFieldName: z.string(), count: z.number().int() })),
  })
  .meta({ id: 'LinkedContentSummary' })
export type LinkedContentSummary = z.infer<typeof linkedContentSummarySchema>
