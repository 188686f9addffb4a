import { z } from 'zod'
import { idSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { createDeployKeySchema, deployKeySchema, newDeployKeySchema } from './schemas.ts'

const operators = { access: 'user', role: 'admin' } as const

/** Keys that the teams of sections deploy by; for those who run the installation. */
export const deployKeysRoutes = {
  getDeployKeys: defineRoute({
    ...operators,
    method: 'GET',
    path: '/api/deploy-keys',
    summary:
      'The keys that sections are deployed by, never their secrets; for administrators of the whole installation',
    response: z.array(deployKeySchema),
    reads: ['deployKeys'],
  }),
  createDeployKey: defineRoute({
    ...operators,
    method: 'POST',
    path: '/api/deploy-keys',
    summary:
      'Make a key that one section is deployed by; this answer is the only one that shows it; for administrators of the whole installation',
    body: createDeployKeySchema,
    response: newDeployKeySchema,
    changes: ['deployKeys', 'sections'],
  }),
  revokeDeployKey: defineRoute({
    ...operators,
    method: 'DELETE',
    path: '/api/deploy-keys/{deployKeyId}',
    summary:
      'Revoke a key that a section is deployed by, at once and everywhere; for administrators of the whole installation',
    params: z.strictObject({ deployKeyId: idSchema }),
    response: deployKeySchema,
    errors: ['NOT_FOUND'],
    changes: ['deployKeys', 'sections'],
  }),
}
