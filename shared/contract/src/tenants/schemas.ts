import { z } from 'zod'
import { remoteSchema } from '../client-configuration/schemas.ts'
import {
  declaredNamePattern,
  externalIdPattern,
  marketCodePattern,
  maxExternalIdLength,
  maxMarketCodeLength,
} from '../core/names.ts'
import {
  deliveryTargetSchema,
  filledText,
  idSchema,
  languageTagSchema,
  localizedTextSchema,
  versionSchema,
} from '../core/primitives.ts'
import { roles } from '../core/roles.ts'
import { importHostPattern, maxImportHostLength, maxImportHosts } from '../import/fetch-problem-codes.ts'
import { chosenSettingsSchema, settingValueSchema } from '../sections/setting-values.ts'

export const externalIdSchema = z
  .string()
  .max(maxExternalIdLength)
  .regex(externalIdPattern, 'is lower-case letters, digits and -')
const friendlyNameSchema = filledText(200)
const manifestOverridesSchema = z.record(z.string().max(100), z.strictObject({ manifestUrl: z.string().max(2_000) }))

const ownRemoteSchema = remoteSchema.extend({
  manifestUrl: z.string().max(2_000),
  isCanary: z.literal(true).optional(),
})

/** Of one tenant. */
export const maxChannels = 50

/**
 * A channel that published content goes to: what content, API keys and fields name as a delivery target. No
 * `variationIds` means every variation of the tenant, also those that are added later.
 */
export const channelSchema = z
  .object({ technicalName: z.string(), friendlyName: localizedTextSchema, variationIds: z.array(idSchema) })
  .meta({ id: 'Channel' })
export type Channel = z.infer<typeof channelSchema>

/** What names a channel: items of the content, live or as working copies, API keys, and fields that it requires. */
export const channelUseSchema = z
  .object({
    technicalName: z.string(),
    itemCount: z.number().int(),
    keyCount: z.number().int(),
    fields: z.array(z.object({ technicalName: z.string(), technicalFieldName: z.string() })),
  })
  .meta({ id: 'ChannelUse' })
export type ChannelUse = z.infer<typeof channelUseSchema>

/** `taxonomyEnabled` is always there; other toggles may be. */
export const featureTogglesSchema = z.looseObject({ taxonomyEnabled: z.boolean() }).catchall(z.boolean())

export const tenantSchema = z
  .object({
    externalId: z.string(),
    friendlyName: z.string(),
    featureToggles: featureTogglesSchema,
    /**
     * Sections that this person gets in another build than the client configuration says: one that the tenant has chosen, or a
     * canary release, of which the rest of the description is there, too.
     */
    remotes: z.record(z.string().max(100), ownRemoteSchema).optional(),
    /** What sections add to slots and administrators have switched off: `orders/item.panel/openOrders`. */
    fillsOff: z.array(z.string()).optional(),
    channels: z.array(channelSchema).optional(),
    /** The technical names of the channels, in their order. */
    deliveryTargets: z.array(z.string()).optional(),
    /** Hosts that files to import may be fetched from by the server. */
    importHosts: z.array(z.string()).optional(),
    /** What the caller may do there. */
    role: z.enum(roles).optional(),
    /** The least role for each right that sections declare: `{"orders:approve": "publisher"}`. */
    permissionRoles: z.record(z.string(), z.enum(roles)).optional(),
    /** Settings of sections that the tenant or this person has set: `{"orders:currency": "EUR"}`. Others are as their sections declare. */
    settings: z.record(z.string(), settingValueSchema).optional(),
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

export const maxPermissionRoles = 200
const permissionRolesSchema = z
  .record(z.string().regex(declaredNamePattern, 'is section:right'), z.enum(roles).nullable())
  .refine((chosen) => Object.keys(chosen).length <= maxPermissionRoles, `has at most ${maxPermissionRoles} entries`)

const changeChannelSchema = z
  .strictObject({
    technicalName: deliveryTargetSchema,
    friendlyName: z.record(languageTagSchema, filledText(200)).optional(),
    variationIds: z.array(idSchema).max(200).optional(),
  })
  .meta({ id: 'ChangeChannel' })

export const createTenantSchema = z
  .strictObject({
    externalId: externalIdSchema,
    friendlyName: friendlyNameSchema,
    featureToggles: z.record(z.string().max(100), z.boolean()).optional(),
    deliveryTargets: z.array(deliveryTargetSchema).min(1).max(maxChannels).optional(),
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
    /** All channels from now on, in this order. */
    channels: z.array(changeChannelSchema).min(1).max(maxChannels).optional(),
    /** The same by names alone: known channels stay as they are. Not together with `channels`. */
    deliveryTargets: z.array(deliveryTargetSchema).min(1).max(maxChannels).optional(),
    remotes: manifestOverridesSchema.optional(),
    /** Other least roles for rights of sections than these propose; null: as the section proposes. Those that are left out stay. */
    permissionRoles: permissionRolesSchema.optional(),
    /** Settings of sections for all of the tenant; null: as the section declares. Those that are left out stay. */
    settings: chosenSettingsSchema.optional(),
    /** All hosts that files may be fetched from, from now on: names, with a port where it is not 443. */
    importHosts: z
      .array(
        z
          .string()
          .max(maxImportHostLength)
          .regex(importHostPattern, 'is the name of a host in small letters, with a port where it is not 443'),
      )
      .max(maxImportHosts)
      .optional(),
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
