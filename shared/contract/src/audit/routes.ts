import { z } from 'zod'
import { pageQuery, timeSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { auditPageSchema } from './schemas.ts'

export const auditRoutes = {
  getAuditEntries: defineRoute({
    method: 'GET',
    path: '/api/audit',
    summary: 'Who changed what in the tenant, newest first',
    access: 'tenant',
    role: 'admin',
    query: z.strictObject({
      ...pageQuery,
      userId: z.string().max(200).optional(),
      entityKind: z.string().max(100).optional(),
      entityId: z.string().max(200).optional(),
      from: timeSchema.optional(),
      to: timeSchema.optional(),
    }),
    response: auditPageSchema,
    reads: ['audit'],
  }),
}
