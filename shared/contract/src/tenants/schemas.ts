import { z } from 'zod'
import { externalIdPattern, marketCodePattern, maxExternalIdLength, maxMarketCodeLength } from '../core/names.ts'
import { deliveryTargetSchema, filledText, idSchema, languageTagSchema, versionSchema } from '../core/primitives.ts'
import { roles } from '../core/roles.ts'

export const externalIdSchema = z
  .string()
  .max(maxExternalIdLength)
  .regex(externalIdPattern, 'is lower-case letters, digits and -')
const friendlyNameSchema = filledText(200)
const manifestOverridesSchema = z.record(z.string().max(100), z.strictObject({ manifestUrl: z.string().max(2_000) }))

/** `taxonomyEnabled` is always there; other toggles may be. */
export const featureTogglesSchema = z.looseObject({ taxonomyEnabled: z.boolean() }).catchall(z.boolean())

export const tenantSchema = z
  .object({
    externalId: z.string(),
    friendlyName: z.string(),
    featureToggles: featureTogglesSchema,
    remotes: manifestOverridesSchema.optional(),
    deliveryTargets: z.array(z.string()).optional(),
    /** What the caller may do there. */
    role: z.enum(roles).optional(),
    /** Its other calls are refused with TENANT_PAUSED. */
    isPaused: z.literal(true).optional(),
    version: versionSchema.optional(),
  })
  .meta({ id: 'Tenant' })
export type Tenant = z.infer<typeof tenantSchema>

export const variationSchema = z
  .object({
    variationId: idSchema,
    friendlyName: z.string(),
    languageCode: z.string(),
    marketCode: z.string().optional(),
    fallbackVariationId: idSchema.nullable(),
    isDefault: z.boolean(),
    version: versionSchema.optional(),
  })
  .meta({ id: 'Variation' })
export type Variation = z.infer<typeof variationSchema>

const marketCodeSchema = z.string().max(maxMarketCodeLength).regex(marketCodePattern)
export const createVariationSchema = z
  .strictObject({
    friendlyName: friendlyNameSchema,
    languageCode: languageTagSchema,
    marketCode: marketCodeSchema.optional(),
    fallbackVariationId: idSchema.nullable().optional(),
    isDefault: z.boolean().optional(),
  })
  .meta({ id: 'CreateVariation' })
export type CreateVariation = z.infer<typeof createVariationSchema>

export const changeVariationSchema = z
  .strictObject({
    friendlyName: friendlyNameSchema.optional(),
    languageCode: languageTagSchema.optional(),
    marketCode: marketCodeSchema.nullable().optional(),
    fallbackVariationId: idSchema.nullable().optional(),
    isDefault: z.literal(true).optional(),
  })
  .meta({ id: 'ChangeVariation' })
export type ChangeVariation = z.infer<typeof changeVariationSchema>

export const createTenantSchema = z
  .strictObject({
    externalId: externalIdSchema,
    friendlyName: friendlyNameSchema,
    featureToggles: z.record(z.string().max(100), z.boolean()).optional(),
    deliveryTargets: z.array(deliveryTargetSchema).min(1).max(50).optional(),
    defaultVariation: z.strictObject({
      friendlyName: friendlyNameSchema,
      languageCode: languageTagSchema,
      marketCode: marketCodeSchema.optional(),
    }),
  })
  .meta({ id: 'CreateTenant' })
export type CreateTenant = z.infer<typeof createTenantSchema>

export const changeTenantSchema = z
  .strictObject({
    friendlyName: friendlyNameSchema.optional(),
    featureToggles: z.record(z.string().max(100), z.boolean()).optional(),
    deliveryTargets: z.array(deliveryTargetSchema).min(1).max(50).optional(),
    remotes: manifestOverridesSchema.optional(),
  })
  .meta({ id: 'ChangeTenant' })
export type ChangeTenant = z.infer<typeof changeTenantSchema>

export const resyncResultSchema = z
  .object({
    jobId: idSchema,
    status: z.enum(['queued', 'running', 'done', 'failed']),
    newVariationIds: z.array(idSchema),
    createdCount: z.number().int(),
    skippedCount: z.number().int(),
  })
  .meta({ id: 'ResyncResult' })
export type ResyncResult = z.infer<typeof resyncResultSchema>

/** What the erasure of a tenant has removed so far: rows by table, stored files, profiles and memberships of people. */
export const tenantErasureSchema = z
  .object({ removed: z.record(z.string(), z.number().int()), status: z.enum(['running', 'done']) })
  .meta({ id: 'TenantErasure' })
export type TenantErasure = z.infer<typeof tenantErasureSchema>
