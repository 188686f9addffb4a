import { z } from 'zod'
import { languageTagSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { resourcesSchema } from './schemas.ts'

export const resourcesRoutes = {
  getAllResources: defineRoute({
    method: 'GET',
    path: '/api/resources/all',
    summary: 'Every string that the screens show, by language or of one language; with an ETag',
    access: 'public',
    query: z.strictObject({ languageCode: languageTagSchema.optional() }),
    response: resourcesSchema,
    reads: ['resources'],
  }),
}
