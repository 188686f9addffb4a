import { z } from 'zod'
import { idSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { setMemberRoleSchema } from '../installation/schemas.ts'
import { inviteMemberSchema, tenantMemberSchema, tenantMembersSchema } from './schemas.ts'

const params = z.strictObject({ memberId: idSchema })

/** The people of a tenant, for its own administrators, who are told of nobody outside it. */
export const membersRoutes = {
  getMembers: defineRoute({
    method: 'GET',
    path: '/api/members',
    summary: 'The members of the current tenant, and who was added to it and has not opened it yet',
    access: 'tenant',
    role: 'admin',
    response: tenantMembersSchema,
    reads: ['members'],
  }),
  inviteMember: defineRoute({
    method: 'POST',
    path: '/api/members',
    summary:
      'Add whoever has an account with this e-mail to the current tenant; the answer is the same where there is no such account',
    access: 'tenant',
    role: 'admin',
    body: inviteMemberSchema,
    response: tenantMemberSchema,
    errors: ['NAME_CONFLICT', 'PEOPLE_ELSEWHERE'],
    changes: ['members', 'audit'],
  }),
  setMemberRole: defineRoute({
    method: 'PUT',
    path: '/api/members/{memberId}',
    summary: 'Set the role of a member of the current tenant; its last administrator stays one',
    access: 'tenant',
    role: 'admin',
    params,
    body: setMemberRoleSchema,
    response: tenantMemberSchema,
    errors: ['NOT_FOUND', 'LAST_OF_ITS_KIND', 'PEOPLE_ELSEWHERE'],
    changes: ['members', 'audit'],
  }),
  removeMember: defineRoute({
    method: 'DELETE',
    path: '/api/members/{memberId}',
    summary: 'Take a person out of the current tenant, also while they are signed in; its last administrator stays',
    access: 'tenant',
    role: 'admin',
    params,
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND', 'LAST_OF_ITS_KIND', 'PEOPLE_ELSEWHERE'],
    changes: ['members', 'audit'],
  }),
}
