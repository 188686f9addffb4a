import { z } from 'zod'
import { pageQuery, queryInteger } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { externalIdSchema } from '../tenants/schemas.ts'
import { operatedTenantPageSchema, operatedTenantSchema, pauseTenantSchema, resumeTenantSchema } from './schemas.ts'

const params = z.strictObject({ externalId: externalIdSchema })

/** What administrators of the whole installation do with its tenants, whether they are members or not. */
export const installationRoutes = {
  getTenants: defineRoute({
    method: 'GET',
    path: '/api/tenants',
    summary: 'The tenants of the installation with what they use; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    isLong: true,
    query: z.strictObject({
      ...pageQuery,
      /** The use of each is counted. */
      pageSize: queryInteger(1, 50).default(25),
      /** Part of the name or the external id. */
      searchText: z.string().max(200).optional(),
    }),
    response: operatedTenantPageSchema,
    reads: ['tenants', 'usage'],
  }),
  exportTenant: defineRoute({
    method: 'GET',
    path: '/api/tenants/{externalId}/export',
    summary:
      'All of a tenant as a tar: content types, variations, taxonomies, items with their history, files; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    response: z.unknown(),
    responseKind: 'bytes',
    errors: ['NOT_FOUND'],
  }),
  pauseTenant: defineRoute({
    method: 'POST',
    path: '/api/tenants/{externalId}/pause',
    summary:
      'Refuse all calls of the people and the API keys of a tenant until it is resumed; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: pauseTenantSchema,
    response: operatedTenantSchema,
    errors: ['NOT_FOUND'],
    changes: ['tenants', 'audit'],
  }),
  resumeTenant: defineRoute({
    method: 'POST',
    path: '/api/tenants/{externalId}/resume',
    summary:
      'Let the people and the API keys of a paused tenant in again; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: resumeTenantSchema,
    response: operatedTenantSchema,
    errors: ['NOT_FOUND'],
    changes: ['tenants', 'audit', 'jobs'],
  }),
}
