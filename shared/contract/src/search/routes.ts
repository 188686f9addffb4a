import { defineRoute } from '../core/route.ts'
import { searchInputSchema, searchPageSchema } from './schemas.ts'

const search = {
  method: 'POST',
  access: 'tenant',
  body: searchInputSchema,
  bodyOptional: true,
  response: searchPageSchema,
  reads: ['search'],
} as const

export const searchRoutes = {
  searchAll: defineRoute({
    ...search,
    path: '/api/search-content-documents',
    summary: 'Find content of every kind in one variation',
  }),
  searchUserContent: defineRoute({
    ...search,
    path: '/api/search-content-documents/user-content',
    summary: 'Find what staff fill in by hand',
  }),
  searchMediaContent: defineRoute({
    ...search,
    path: '/api/search-content-documents/media-content',
    summary: 'Find media items',
  }),
}
