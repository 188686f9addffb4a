import { z } from 'zod'
import { defineRoute } from '../core/route.ts'
import { setTenantQuotasSchema, tenantQuotasSchema, usageSchema } from './schemas.ts'

const params = z.strictObject({ externalId: z.string().min(1).max(100) })

export const quotasRoutes = {
  getUsage: defineRoute({
    method: 'GET',
    path: '/api/tenants/current/usage',
    summary: 'What the current tenant uses of each quota',
    access: 'tenant',
    role: 'admin',
    isUncounted: true,
    response: usageSchema,
    reads: ['usage'],
  }),
  getTenantQuotas: defineRoute({
    method: 'GET',
    path: '/api/tenants/{externalId}/quotas',
    summary: 'The quotas of a tenant; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    response: tenantQuotasSchema,
    errors: ['NOT_FOUND'],
    reads: ['usage'],
  }),
  setTenantQuotas: defineRoute({
    method: 'PUT',
    path: '/api/tenants/{externalId}/quotas',
    summary:
      'Set quotas of a tenant in place of those of the installation (null: no limit); for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: setTenantQuotasSchema,
    response: tenantQuotasSchema,
    errors: ['NOT_FOUND'],
    changes: ['usage', 'audit'],
  }),
}
