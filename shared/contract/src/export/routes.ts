import { z } from 'zod'
import { defineRoute } from '../core/route.ts'
import { exportRequestSchema } from './schemas.ts'

export const exportRoutes = {
  exportItems: defineRoute({
    method: 'POST',
    path: '/api/export',
    summary: 'Items of a content type as a file (CSV, XLSX or JSON lines), made as it is read',
    access: 'tenant',
    role: 'viewer',
    isLong: true,
    body: exportRequestSchema,
    response: z.any(),
    responseKind: 'bytes',
    errors: ['NOT_FOUND'],
    reads: ['search'],
  }),
}
