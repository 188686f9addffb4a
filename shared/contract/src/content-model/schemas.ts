import { z } from 'zod'
import { deliveryTargetSchema, localizedTextSchema, technicalNameSchema, versionSchema } from '../core/primitives.ts'
import { fieldTypes } from './field-types.gen.ts'

export const fieldTypeSchema = z.enum(fieldTypes).meta({ id: 'FieldType' })
export type FieldType = z.infer<typeof fieldTypeSchema>

export const maxFieldsPerType = 200

const entryRequirementSchema = z.enum(['never', 'onPublish'])
/** `onPublish`: on every channel. A list: on these channels; what lacks it goes to the others. */
export const fieldRequirementSchema = z
  .union([entryRequirementSchema, z.array(deliveryTargetSchema).min(1).max(50)])
  .meta({ id: 'FieldRequirement' })
export type FieldRequirement = z.infer<typeof fieldRequirementSchema>
export const fieldUniquenessSchema = z.enum(['none', 'tenant', 'contentType', 'variation'])
export const contentTypeKindSchema = z.enum(['user', 'media'])
export type ContentTypeKind = z.infer<typeof contentTypeKindSchema>

/** A field of the entries of another one. `settings` is checked by the room of the field's type, not here. */
export const entryFieldSchema = z
  .strictObject({
    technicalName: technicalNameSchema,
    friendlyName: localizedTextSchema,
    helpText: localizedTextSchema.optional(),
    type: fieldTypeSchema,
    group: technicalNameSchema.optional(),
    required: entryRequirementSchema.optional(),
    localizable: z.boolean().optional(),
    unique: fieldUniquenessSchema.optional(),
    defaultValue: z.unknown().optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'EntryField' })
export const fieldSchema = entryFieldSchema
  .extend({ required: fieldRequirementSchema.optional() })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof fieldSchema>

export const fieldGroupSchema = z.strictObject({
  technicalName: technicalNameSchema,
  friendlyName: localizedTextSchema,
})

const contentTypeShape = {
  technicalName: technicalNameSchema,
  friendlyName: localizedTextSchema,
  description: localizedTextSchema.optional(),
  kind: contentTypeKindSchema,
  titleField: technicalNameSchema.optional(),
  groups: z.array(fieldGroupSchema).max(100).optional(),
  /** In an answer. A type that is sent may have it, so that what was read can be sent, and it is ignored there. */
  version: versionSchema.optional(),
}

export const contentTypeSchema = z
  .strictObject({ ...contentTypeShape, fields: z.array(fieldSchema).max(maxFieldsPerType) })
  .meta({ id: 'ContentType' })
export type ContentType = z.infer<typeof contentTypeSchema>

/** `renamedFrom` keeps the values of the field that had that name; without it a new name is a new field. */
export const fieldInputSchema = fieldSchema
  .extend({ renamedFrom: technicalNameSchema.optional() })
  .meta({ id: 'FieldInput' })
export type FieldInput = z.infer<typeof fieldInputSchema>

export const contentTypeInputSchema = z
  .strictObject({ ...contentTypeShape, fields: z.array(fieldInputSchema).max(maxFieldsPerType) })
  .meta({ id: 'ContentTypeInput' })
export type ContentTypeInput = z.infer<typeof contentTypeInputSchema>

export const seedContentTypesSchema = z
  .strictObject({
    contentTypes: z.array(contentTypeInputSchema).max(200).optional(),
    allowDataLoss: z.boolean().optional(),
  })
  .meta({ id: 'SeedContentTypes' })
export type SeedContentTypes = z.infer<typeof seedContentTypesSchema>

/** Technical names; `jobId` where existing content is being brought in line in the background. */
export const seedContentTypesResultSchema = z
  .object({
    created: z.array(z.string()),
    changed: z.array(z.string()),
    unchanged: z.array(z.string()),
    jobId: z.string().optional(),
  })
  .meta({ id: 'SeedContentTypesResult' })
export type SeedContentTypesResult = z.infer<typeof seedContentTypesResultSchema>
