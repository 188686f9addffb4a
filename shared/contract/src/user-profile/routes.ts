import { z } from 'zod'
import { defineRoute } from '../core/route.ts'
import { personErasureSchema, userProfileSchema } from './schemas.ts'

export const userProfileRoutes = {
  getMyProfile: defineRoute({
    method: 'GET',
    path: '/api/user-profile/my-profile',
    summary: 'The account of the current user, as the token tells it',
    access: 'user',
    response: userProfileSchema,
    reads: ['userProfile'],
  }),
  syncMyProfile: defineRoute({
    method: 'PUT',
    path: '/api/user-profile/my-profile',
    summary: 'Remember the account of the current user from the token',
    access: 'user',
    response: userProfileSchema,
    changes: ['userProfile'],
  }),
  getUserProfile: defineRoute({
    method: 'GET',
    path: '/api/user-profile',
    summary: 'The name of a colleague, who shares a tenant with the caller',
    access: 'user',
    query: z.strictObject({ userId: z.string().min(1).max(200) }),
    response: userProfileSchema,
    errors: ['NOT_FOUND'],
    reads: ['userProfile'],
  }),
  erasePerson: defineRoute({
    method: 'DELETE',
    path: '/api/user-profile',
    summary: 'Erase the name of a person, in all tenants; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    query: z.strictObject({ userId: z.string().min(1).max(200) }),
    response: personErasureSchema,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    changes: ['userProfile', 'audit'],
  }),
}
