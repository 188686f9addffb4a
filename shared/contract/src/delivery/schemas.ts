import { z } from 'zod'
import {
  deliveryTargetSchema,
  idSchema,
  pageInfoSchema,
  pagingSchema,
  sortingSchema,
  technicalNameSchema,
  timeSchema,
} from '../core/primitives.ts'
import { fieldFilterSchema } from '../search/schemas.ts'

export const maxItemsByIds = 200
const linkDepth = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

export const deliveryFilterSchema = z
  .strictObject({
    contentTypeTechnicalName: technicalNameSchema,
    variationId: idSchema,
    deliveryTarget: deliveryTargetSchema.optional(),
    filters: z.array(fieldFilterSchema).max(20),
    match: z.enum(['all', 'any']).optional(),
    paging: pagingSchema.optional(),
    sorting: sortingSchema.optional(),
    linkDepth: linkDepth.optional(),
    fields: z.array(technicalNameSchema).max(200).optional(),
    includeSources: z.boolean().optional(),
  })
  .meta({ id: 'DeliveryFilter' })
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>

export const deliveryByItemSchema = z
  .strictObject({
    contentItemIds: z.array(idSchema).max(maxItemsByIds),
    variationId: idSchema.optional(),
    linkDepth: linkDepth.optional(),
  })
  .meta({ id: 'DeliveryByItem' })
export type DeliveryByItem = z.infer<typeof deliveryByItemSchema>

/** `fieldSources`: the variation that each value comes from, where it was asked for. */
export const deliveryVariationSchema = z
  .object({
    contentItemId: idSchema,
    contentVariationId: idSchema,
    variationId: idSchema,
    name: z.string(),
    contentTypeTechnicalName: z.string(),
    publishedVersion: z.number().int(),
    publishedAt: timeSchema,
    fields: z.record(z.string(), z.unknown()),
    fieldSources: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'DeliveryVariation' })
export type DeliveryVariation = z.infer<typeof deliveryVariationSchema>

/** Links that are not expanded stay ids; expanded ones stand once in `linked`. */
export const deliveryPageSchema = z
  .object({
    items: z.array(deliveryVariationSchema),
    paging: pageInfoSchema,
    linked: z.record(z.string(), deliveryVariationSchema).optional(),
    /** The answer may lack changes of the last seconds: ask again soon. */
    isBehind: z.literal(true).optional(),
  })
  .meta({ id: 'DeliveryPage' })
export type DeliveryPage = z.infer<typeof deliveryPageSchema>
