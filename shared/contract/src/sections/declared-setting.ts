import { z } from 'zod'

/** Characters; the most that a section may allow for a text. */
export const maxSettingText = 500

/** A text by its key in the section's strings. */
const keySchema = z.string().min(1)
const declared = {
  /** Whose it is: one value for all of the tenant, which its administrators set, or one for each person. */
  scope: z.enum(['tenant', 'person']),
  titleKey: keySchema,
  helpKey: keySchema.optional(),
  /** Of the field in the form; smaller ones come first. */
  position: z.number().int().optional(),
}
const optionSchema = z.strictObject({ value: z.string().min(1).max(60), titleKey: keySchema })

/** A setting that a section declares: what it takes, and what holds until somebody sets it. */
export const declaredSettingSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...declared, kind: z.literal('boolean'), default: z.boolean() }),
    /** One line; `maxLength` in characters as JavaScript counts them. */
    z.strictObject({
      ...declared,
      kind: z.literal('text'),
      default: z.string(),
      maxLength: z.number().int().min(1).max(maxSettingText).optional(),
    }),
    z.strictObject({
      ...declared,
      kind: z.literal('number'),
      default: z.number(),
      min: z.number().optional(),
      max: z.number().optional(),
      isWhole: z.literal(true).optional(),
    }),
    z.strictObject({
      ...declared,
      kind: z.literal('choice'),
      default: z.string(),
      options: z.array(optionSchema).min(1).max(50),
    }),
  ])
  .meta({ id: 'DeclaredSetting' })
export type DeclaredSetting = z.infer<typeof declaredSettingSchema>
