import { defineRoute } from '../core/route.ts'
import { clientConfigurationSchema } from './schemas.ts'

export const clientConfigurationRoutes = {
  getClientConfiguration: defineRoute({
    method: 'GET',
    path: '/api/client-configuration',
    summary: 'Where to sign in and where the sections are',
    access: 'public',
    response: clientConfigurationSchema,
    reads: ['settings'],
  }),
}
