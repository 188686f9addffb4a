import { defineRoute } from '../core/route.ts'
import { settingsSchema } from './schemas.ts'

export const settingsRoutes = {
  getSettings: defineRoute({
    method: 'GET',
    path: '/api/settings',
    summary: 'What holds for everyone: titles, limits, picture sizes',
    access: 'public',
    response: settingsSchema,
    reads: ['settings'],
  }),
}
