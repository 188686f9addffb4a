import { defineRoute } from '../core/route.ts'
import { resourcesSchema } from './schemas.ts'

export const resourcesRoutes = {
  getAllResources: defineRoute({
    method: 'GET',
    path: '/api/resources/all',
    summary: 'Every string that the screens show, by language; with an ETag',
    access: 'public',
    response: resourcesSchema,
    reads: ['resources'],
  }),
}
