import { z } from 'zod'
import { languageTagSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { resourcesSchema } from './schemas.ts'

export const resourcesRoutes = {
  getAllResources: defineRoute({
    method: 'GET',
    path: '/api/resources/all',
    summary: 'The strings that the screens show, by language or of one language, all or a part of them; with an ETag',
    access: 'public',
    query: z.strictObject({
      languageCode: languageTagSchema.optional(),
      /** The first part of a path, empty for that of `/`: what the screens below it say at first, and what all screens say. */
      screen: z
        .string()
        .regex(/^[\w-]{0,80}$/)
        .optional(),
      /** `rest`: all strings that the answer for this screen does not have. */
      part: z.enum(['first', 'rest']).optional(),
    }),
    response: resourcesSchema,
    reads: ['resources'],
  }),
}
