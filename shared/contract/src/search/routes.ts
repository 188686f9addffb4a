import { defineRoute } from '../core/route.ts'
import { searchInputSchema, searchPageSchema, translationCountsSchema } from './schemas.ts'

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
  getTranslationCounts: defineRoute({
    method: 'GET',
    path: '/api/translation-counts',
    summary: 'How much user content of each variation is in which state of translation',
    access: 'tenant',
    response: translationCountsSchema,
    reads: ['search'],
  }),
  searchMediaContent: defineRoute({
    ...search,
    path: '/api/search-content-documents/media-content',
    summary: 'Find media items',
  }),
}
