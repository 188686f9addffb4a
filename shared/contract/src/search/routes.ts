import { z } from 'zod'
import { defineRoute } from '../core/route.ts'
import {
  itemLookupSchema,
  namedItemSchema,
  searchInputSchema,
  searchPageSchema,
  translationCountsSchema,
} from './schemas.ts'

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
  lookUpItems: defineRoute({
    method: 'POST',
    path: '/api/search-content-documents/look-up',
    summary: 'What items are called in a variation, by their ids, deleted ones too; unknown ones are left out',
    access: 'tenant',
    body: itemLookupSchema,
    response: z.array(namedItemSchema),
    reads: ['search'],
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
