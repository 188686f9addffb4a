import { z } from 'zod'
import { filledText, pageOf, timeSchema } from '../core/primitives.ts'
import { quotaUseSchema } from '../quotas/schemas.ts'
import { tenantErasureSchema } from '../tenants/schemas.ts'

/** A tenant as those see it who run the installation, and who need not be members of it. */
export const operatedTenantSchema = z
  .object({
    externalId: z.string(),
    friendlyName: z.string(),
    openedAt: timeSchema,
    /** Left out while it is open. */
    pause: z.object({ at: timeSchema, by: z.string(), reason: z.string() }).optional(),
    /** What it has, beside what it may have. */
    quotas: z.array(quotaUseSchema),
  })
  .meta({ id: 'OperatedTenant' })
export type OperatedTenant = z.infer<typeof operatedTenantSchema>

/** A tenant whose erasure has begun and is not done. */
export const leavingTenantSchema = tenantErasureSchema
  .extend({ externalId: z.string(), begunAt: timeSchema })
  .meta({ id: 'LeavingTenant' })
export type LeavingTenant = z.infer<typeof leavingTenantSchema>

export const operatedTenantPageSchema = pageOf(operatedTenantSchema)
  .extend({ beingErased: z.array(leavingTenantSchema) })
  .meta({ id: 'OperatedTenantPage' })
export type OperatedTenantPage = z.infer<typeof operatedTenantPageSchema>

export const maxReasonLength = 500
export const pauseTenantSchema = z.strictObject({ reason: filledText(maxReasonLength) }).meta({ id: 'PauseTenant' })
export const resumeTenantSchema = z
  .strictObject({ reason: filledText(maxReasonLength).optional() })
  .meta({ id: 'ResumeTenant' })
