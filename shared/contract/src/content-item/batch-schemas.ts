import { z } from 'zod'
import { statusSchema } from '../content-variation/schemas.ts'
import { maxItemsPerBatch, partProblemSchema } from '../core/batch.ts'
import { deliveryTargetSchema, idSchema, nameSchema, technicalNameSchema, timeSchema } from '../core/primitives.ts'

const values = z.array(z.strictObject({ technicalFieldName: technicalNameSchema, value: z.unknown() })).max(400)

/** A unique field (of the tenant or the content type) and its value. */
const itemKey = z.strictObject({ technicalFieldName: technicalNameSchema, value: z.unknown() })

/** The item that has a key; the content type is that of the linking item where none is named. */
const linkedKey = itemKey.extend({ technicalContentTypeName: technicalNameSchema.optional() })

/** As a save of one variation. `step`: what is done after the values are saved. */
const batchVariationSchema = z.strictObject({
  variationId: idSchema,
  baseVersion: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  fields: values.default([]),
  resetFields: z.array(technicalNameSchema).max(400).default([]),
  deliveryTargets: z.array(deliveryTargetSchema).max(50).optional(),
  step: z.literal('publish').optional(),
})

/**
 * An item is named by its id or by a key; one that is named by neither is always made. `fields` are values that all
 * variations share. `links` name items by their keys, also items of the same batch, before or after this one. `copyOf`: a new item
 * has texts of this one, and those that are out of date there are so in the new one, too.
 */
export const batchItemSchema = z
  .strictObject({
    contentItemId: idSchema.optional(),
    key: itemKey.optional(),
    technicalContentTypeName: technicalNameSchema,
    name: nameSchema.optional(),
    copyOf: idSchema.optional(),
    fields: values.default([]),
    variations: z.array(batchVariationSchema).max(200).default([]),
    links: z
      .array(
        z.strictObject({
          technicalFieldName: technicalNameSchema,
          /** Left out: the default variation. */
          variationId: idSchema.optional(),
          toKeys: z.array(linkedKey).max(1_000),
        }),
      )
      .max(400)
      .default([]),
  })
  .refine(({ contentItemId, key }) => contentItemId === undefined || key === undefined, {
    message: 'names the item by its id or by a key, not by both',
    path: ['key'],
  })
  .meta({ id: 'BatchItem', not: { required: ['contentItemId', 'key'] } })
export type BatchItem = z.infer<typeof batchItemSchema>

/**
 * `mode`: `create` refuses items that are there, `update` those that are not. `atomic`: all or nothing.
 * `keepChangesOfOthers`: a value or name that something else than this source changed last is kept, and nothing is published that
 * something else has changed since it was live; `kept` says what. `source` names the source, whoever calls; left
 * out, it is the batches of the caller. What the caller changes in another way is not of the source.
 */
export const itemBatchSchema = z
  .strictObject({
    items: z.array(batchItemSchema).min(1).max(maxItemsPerBatch),
    mode: z.enum(['create', 'update', 'upsert']).default('upsert'),
    atomic: z.boolean().default(false),
    keepChangesOfOthers: z.boolean().default(false),
    source: technicalNameSchema.optional(),
  })
  .meta({ id: 'ItemBatch' })
export type ItemBatch = z.infer<typeof itemBatchSchema>

/** What was left as somebody else had made it. `$name` is the name of the item, `$publish` a publication not made. */
export const keptSchema = z.object({
  technicalFieldName: z.string(),
  variationId: idSchema.nullable(),
  by: z.string(),
  at: timeSchema,
})
export type KeptChange = z.infer<typeof keptSchema>

const batchItemResultSchema = z
  .object({
    /** Place in the request. */
    index: z.number().int(),
    outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
    contentItemId: idSchema.optional(),
    variations: z
      .array(
        z.object({
          variationId: idSchema,
          contentVariationId: idSchema,
          version: z.number().int(),
          status: statusSchema,
        }),
      )
      .optional(),
    kept: z.array(keptSchema).optional(),
    problem: partProblemSchema.optional(),
  })
  .meta({ id: 'BatchItemResult' })
export type BatchItemResult = z.infer<typeof batchItemResultSchema>

/** One result for each item, in the order of the request. */
export const itemBatchResultSchema = z
  .object({ results: z.array(batchItemResultSchema) })
  .meta({ id: 'ItemBatchResult' })
export type ItemBatchResult = z.infer<typeof itemBatchResultSchema>
