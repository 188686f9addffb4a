import { z } from 'zod'
import { technicalNameSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { contentTopics } from '../core/topics.ts'
import { contentTypeSchema, seedContentTypesResultSchema, seedContentTypesSchema } from './schemas.ts'

const list = { method: 'GET', access: 'tenant', response: z.array(contentTypeSchema), reads: ['contentModel'] } as const
const byName = z.strictObject({ technicalName: technicalNameSchema })

export const contentModelRoutes = {
  seedContentTypes: defineRoute({
    method: 'POST',
    path: '/api/content-model/seed-content-types',
    summary: 'Create or change content types by their technical names; without a body, the starter types',
    creates: true,
    access: 'tenant',
    role: 'admin',
    body: seedContentTypesSchema,
    bodyOptional: true,
    response: seedContentTypesResultSchema,
    errors: ['CONTENT_TYPE_INVALID', 'DATA_LOSS', 'ALREADY_RUNNING', 'QUOTA_REACHED'],
    changes: ['contentModel', 'jobs', ...contentTopics],
    versioned: 'change',
  }),
  getAllTypes: defineRoute({
    ...list,
    path: '/api/content-model/all-types',
    summary: 'Every content type of the tenant',
  }),
  getAllUserTypes: defineRoute({
    ...list,
    path: '/api/content-model/all-user-types',
    summary: 'The content types that staff fill in by hand',
  }),
  getAllMediaTypes: defineRoute({
    ...list,
    path: '/api/content-model/all-media-types',
    summary: 'The content types that carry a file',
  }),
  getStarterTypes: defineRoute({
    ...list,
    path: '/api/content-model/starter-types',
    summary: 'The starter types that the tenant does not have; each of them can be created as it is',
  }),
  getTypeByName: defineRoute({
    method: 'GET',
    path: '/api/content-model/name',
    summary: 'One content type',
    access: 'tenant',
    query: byName,
    response: contentTypeSchema,
    errors: ['NOT_FOUND'],
    reads: ['contentModel'],
    versioned: 'read',
  }),
  deleteType: defineRoute({
    method: 'DELETE',
    path: '/api/content-model/name',
    summary: 'Remove a content type that no item uses',
    access: 'tenant',
    role: 'admin',
    query: byName,
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND', 'IN_USE'],
    changes: ['contentModel', 'audit'],
    versioned: 'change',
  }),
}
