import { z } from 'zod'
import { idSchema, queryBoolean } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { contentTopics } from '../core/topics.ts'
import {
  changeTenantSchema,
  changeVariationSchema,
  createTenantSchema,
  createVariationSchema,
  resyncResultSchema,
  tenantSchema,
  variationSchema,
} from './schemas.ts'

const variationParams = z.strictObject({ variationId: idSchema })

export const tenantsRoutes = {
  getAllTenants: defineRoute({
    method: 'GET',
    path: '/api/tenants/all',
    summary: 'The tenants that the caller is a member of',
    access: 'user',
    response: z.array(tenantSchema),
    reads: ['tenants'],
  }),
  createTenant: defineRoute({
    method: 'POST',
    path: '/api/tenants',
    summary: 'Open a tenant; for administrators of the whole installation',
    creates: true,
    access: 'user',
    role: 'admin',
    body: createTenantSchema,
    response: tenantSchema,
    errors: ['NAME_CONFLICT'],
    changes: ['tenants', 'variations'],
  }),
  changeTenant: defineRoute({
    method: 'PATCH',
    path: '/api/tenants/current',
    summary: 'Change the name, toggles, delivery targets or section versions of the current tenant',
    access: 'tenant',
    role: 'admin',
    body: changeTenantSchema,
    response: tenantSchema,
    changes: ['tenants', 'audit'],
  }),
  getVariations: defineRoute({
    method: 'GET',
    path: '/api/tenants/current/variations',
    summary: 'The languages and markets of the current tenant',
    access: 'tenant',
    response: z.array(variationSchema),
    reads: ['variations'],
  }),
  createVariation: defineRoute({
    method: 'POST',
    path: '/api/tenants/current/variations',
    summary: 'Add a language or market; items get their working copies by a resync',
    creates: true,
    access: 'tenant',
    role: 'admin',
    body: createVariationSchema,
    response: variationSchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT', 'VARIATION_CYCLE'],
    changes: ['variations', 'audit'],
  }),
  changeVariation: defineRoute({
    method: 'PATCH',
    path: '/api/tenants/current/variations/{variationId}',
    summary: 'Change a language or market, or what it falls back to',
    access: 'tenant',
    role: 'admin',
    params: variationParams,
    body: changeVariationSchema,
    response: variationSchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT', 'VARIATION_CYCLE'],
    changes: ['variations', 'jobs', ...contentTopics],
  }),
  deleteVariation: defineRoute({
    method: 'DELETE',
    path: '/api/tenants/current/variations/{variationId}',
    summary:
      'Remove a language or market; refused with a count while it has values of its own, unless data loss is allowed',
    access: 'tenant',
    role: 'admin',
    params: variationParams,
    query: z.strictObject({ allowDataLoss: queryBoolean.default(false) }),
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND', 'DATA_LOSS', 'LAST_OF_ITS_KIND', 'IN_USE'],
    changes: ['variations', 'jobs', ...contentTopics],
  }),
  resyncNewVariations: defineRoute({
    method: 'POST',
    path: '/api/tenants/current/resync-data-new-variations',
    summary: 'Give every item an empty, inheriting working copy in each variation that it lacks, in the background',
    creates: true,
    access: 'tenant',
    role: 'admin',
    response: resyncResultSchema,
    changes: ['jobs', ...contentTopics],
  }),
}
