import { z } from 'zod'
import { idSchema, pageQuery, queryInteger } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { externalIdSchema } from '../tenants/schemas.ts'
import {
  addedMemberSchema,
  addMemberSchema,
  memberSchema,
  membersSchema,
  newPasswordSchema,
  operatedTenantPageSchema,
  operatedTenantSchema,
  pauseTenantSchema,
  resumeTenantSchema,
  setMemberRoleSchema,
  signInChecksSchema,
} from './schemas.ts'

const params = z.strictObject({ externalId: externalIdSchema })
const memberParams = params.extend({ userId: idSchema })

/** What administrators of the whole installation do with its tenants, whether they are members or not. */
export const installationRoutes = {
  getTenants: defineRoute({
    method: 'GET',
    path: '/api/tenants',
    summary: 'The tenants of the installation with what they use; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    isLong: true,
    query: z.strictObject({
      ...pageQuery,
      /** The use of each is counted. */
      pageSize: queryInteger(1, 50).default(25),
      /** Part of the name or the external id. */
      searchText: z.string().max(200).optional(),
    }),
    response: operatedTenantPageSchema,
    reads: ['tenants', 'usage'],
  }),
  exportTenant: defineRoute({
    method: 'GET',
    path: '/api/tenants/{externalId}/export',
    summary:
      'All of a tenant as a tar: content types, variations, taxonomies, items with their history, files; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    response: z.unknown(),
    responseKind: 'bytes',
    errors: ['NOT_FOUND'],
  }),
  pauseTenant: defineRoute({
    method: 'POST',
    path: '/api/tenants/{externalId}/pause',
    summary:
      'Refuse all calls of the people and the API keys of a tenant until it is resumed; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: pauseTenantSchema,
    response: operatedTenantSchema,
    errors: ['NOT_FOUND'],
    changes: ['tenants', 'audit'],
  }),
  resumeTenant: defineRoute({
    method: 'POST',
    path: '/api/tenants/{externalId}/resume',
    summary:
      'Let the people and the API keys of a paused tenant in again; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    body: resumeTenantSchema,
    response: operatedTenantSchema,
    errors: ['NOT_FOUND'],
    changes: ['tenants', 'audit', 'jobs'],
  }),
  checkSignIn: defineRoute({
    method: 'GET',
    path: '/api/sign-in/checks',
    summary:
      'Whether the external identity provider is set up as it has to be, as seen with the token of the caller; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    response: signInChecksSchema,
    reads: ['members'],
  }),
  getMembers: defineRoute({
    method: 'GET',
    path: '/api/tenants/{externalId}/members',
    summary: 'The members of a tenant and their roles; for administrators of the whole installation',
    access: 'user',
    role: 'admin',
    params,
    response: membersSchema,
    errors: ['NOT_FOUND'],
    reads: ['members'],
  }),
  addMember: defineRoute({
    method: 'POST',
    path: '/api/tenants/{externalId}/members',
    summary:
      'Make a person a member, with a random password where they are new; for administrators of the whole installation, with the embedded sign-in',
    access: 'user',
    role: 'admin',
    params,
    body: addMemberSchema,
    response: addedMemberSchema,
    errors: ['NOT_FOUND', 'NAME_CONFLICT', 'PEOPLE_ELSEWHERE'],
    changes: ['members', 'audit'],
  }),
  setMemberRole: defineRoute({
    method: 'PUT',
    path: '/api/tenants/{externalId}/members/{userId}',
    summary: 'Set the role of a member; for administrators of the whole installation, with the embedded sign-in',
    access: 'user',
    role: 'admin',
    params: memberParams,
    body: setMemberRoleSchema,
    response: memberSchema,
    errors: ['NOT_FOUND', 'PEOPLE_ELSEWHERE'],
    changes: ['members', 'audit'],
  }),
  removeMember: defineRoute({
    method: 'DELETE',
    path: '/api/tenants/{externalId}/members/{userId}',
    summary:
      'Take a person out of a tenant, also while they are signed in; for administrators of the whole installation, with the embedded sign-in',
    access: 'user',
    role: 'admin',
    params: memberParams,
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND', 'PEOPLE_ELSEWHERE'],
    changes: ['members', 'audit'],
  }),
  resetMemberPassword: defineRoute({
    method: 'POST',
    path: '/api/tenants/{externalId}/members/{userId}/password',
    summary:
      'Give a member a new random password and end their sessions; for administrators of the whole installation, with the embedded sign-in',
    access: 'user',
    role: 'admin',
    params: memberParams,
    response: newPasswordSchema,
    errors: ['NOT_FOUND', 'PEOPLE_ELSEWHERE'],
    changes: ['audit'],
  }),
}
