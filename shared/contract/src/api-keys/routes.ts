import { z } from 'zod'
import { idSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { apiKeySchema, changeApiKeySchema, createApiKeySchema, newApiKeySchema, rotateApiKeySchema } from './schemas.ts'

const params = z.strictObject({ apiKeyId: idSchema })
const admin = { access: 'tenant', role: 'admin', changes: ['apiKeys', 'audit'] } as const

export const apiKeysRoutes = {
  getApiKeys: defineRoute({
    method: 'GET',
    path: '/api/api-keys',
    summary: 'The keys of the tenant, never their secrets',
    access: 'tenant',
    role: 'admin',
    response: z.array(apiKeySchema),
    reads: ['apiKeys'],
  }),
  createApiKey: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/api-keys',
    summary: 'Make a key; this answer is the only one that shows it',
    creates: true,
    body: createApiKeySchema,
    response: newApiKeySchema,
    errors: ['SECRET_SHOWN_ONCE', 'QUOTA_REACHED'],
    versioned: 'read',
  }),
  changeApiKey: defineRoute({
    ...admin,
    method: 'PATCH',
    path: '/api/api-keys/{apiKeyId}',
    summary: 'Rename or limit a key',
    params,
    body: changeApiKeySchema,
    response: apiKeySchema,
    errors: ['NOT_FOUND'],
    versioned: 'change',
  }),
  rotateApiKey: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/api-keys/{apiKeyId}/rotate',
    summary: 'Make a new secret for a key; the old one may go on for a while',
    creates: true,
    params,
    body: rotateApiKeySchema,
    bodyOptional: true,
    response: newApiKeySchema,
    errors: ['NOT_FOUND', 'SECRET_SHOWN_ONCE'],
    versioned: 'change',
  }),
  revokeApiKey: defineRoute({
    ...admin,
    method: 'DELETE',
    path: '/api/api-keys/{apiKeyId}',
    summary: 'Revoke a key, at once and everywhere',
    params,
    response: apiKeySchema,
    errors: ['NOT_FOUND'],
    versioned: 'change',
  }),
}
