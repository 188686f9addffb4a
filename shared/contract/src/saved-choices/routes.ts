import { z } from 'zod'
import { idSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { newSavedChoiceSchema, savedChoiceKindSchema, savedChoiceSchema } from './schemas.ts'

const params = z.strictObject({ savedChoiceId: idSchema })
const changes = ['savedChoices'] as const

export const savedChoicesRoutes = {
  getSavedChoices: defineRoute({
    method: 'GET',
    path: '/api/saved-choice',
    summary: "Profiles of imports and exports, and views of lists: one's own and those that are shared, by name",
    access: 'tenant',
    takesImportKeys: true,
    query: z.strictObject({ kind: savedChoiceKindSchema.optional() }),
    response: z.array(savedChoiceSchema),
    reads: ['savedChoices'],
  }),
  createSavedChoice: defineRoute({
    method: 'POST',
    path: '/api/saved-choice',
    summary: 'Save a profile or a view under a name, for oneself or, as an editor, for everybody in the tenant',
    access: 'tenant',
    creates: true,
    body: newSavedChoiceSchema,
    response: savedChoiceSchema,
    errors: ['NAME_CONFLICT'],
    versioned: 'read',
    changes,
  }),
  changeSavedChoice: defineRoute({
    method: 'PUT',
    path: '/api/saved-choice/{savedChoiceId}',
    summary: 'Replace what is saved, rename it, share it, or take it back for oneself',
    access: 'tenant',
    params,
    body: newSavedChoiceSchema,
    response: savedChoiceSchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT'],
    versioned: 'change',
    changes,
  }),
  deleteSavedChoice: defineRoute({
    method: 'DELETE',
    path: '/api/saved-choice/{savedChoiceId}',
    summary: 'Delete what is saved',
    access: 'tenant',
    params,
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND'],
    versioned: 'change',
    changes,
  }),
}
