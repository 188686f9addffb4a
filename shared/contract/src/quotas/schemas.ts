import { z } from 'zod'
import { quotaNames } from '../core/quotas.ts'

/** `null`: no limit. */
const limitSchema = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

/** From this share on administrators are told that a quota will be reached. */
export const nearShare = 0.8

export const quotaUseSchema = z
  .object({
    quota: z.enum(quotaNames),
    limit: limitSchema,
    used: z.number().int(),
    /** `near` from 80 per cent on. */
    state: z.enum(['free', 'near', 'reached']),
  })
  .meta({ id: 'QuotaUse' })
export type QuotaUse = z.infer<typeof quotaUseSchema>

export const usageSchema = z
  .object({
    quotas: z.array(quotaUseSchema),
    /** When the calls of the day are counted from the beginning again. */
    nextDayAt: z.string(),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof usageSchema>

const limitsSchema = z.partialRecord(z.enum(quotaNames), limitSchema)
export type QuotaLimits = z.infer<typeof limitsSchema>

export const tenantQuotasSchema = z
  .object({
    externalId: z.string(),
    /** What an operator has set for this tenant; one that is not named is as the installation has it. */
    own: limitsSchema,
    /** What holds. */
    limits: z.record(z.enum(quotaNames), limitSchema),
  })
  .meta({ id: 'TenantQuotas' })
export type TenantQuotas = z.infer<typeof tenantQuotasSchema>

export const setTenantQuotasSchema = z.strictObject({ own: limitsSchema }).meta({ id: 'SetTenantQuotas' })
export type SetTenantQuotas = z.infer<typeof setTenantQuotasSchema>
