import { z } from 'zod'
import { timeSchema } from '../core/primitives.ts'
import { roles } from '../core/roles.ts'
import { memberSchema } from '../installation/schemas.ts'

/** A member as administrators of the tenant see them. */
export const tenantMemberSchema = memberSchema
  .omit({ userId: true })
  .extend({
    memberId: z.string(),
    /**
     * Added by e-mail, and has not opened the tenant yet. There is no name, and it is not told whether there is an account: names
     * are empty, and the e-mail is as it was typed.
     */
    isAwaited: z.boolean(),
    /** With an external identity provider: the last call of the person, from which all of this is known. */
    seenAt: timeSchema.optional(),
  })
  .meta({ id: 'TenantMember' })
export type TenantMember = z.infer<typeof tenantMemberSchema>

/** With an external identity provider the members are those that were seen here; its administrator adds and removes them there. */
export const tenantMembersSchema = z
  .object({ provider: z.enum(['embedded', 'external']), members: z.array(tenantMemberSchema) })
  .meta({ id: 'TenantMembers' })
export type TenantMembers = z.infer<typeof tenantMembersSchema>

/** Length of the longest e-mail of a member. */
export const maxEmailLength = 200
export const inviteMemberSchema = z
  .strictObject({ email: z.email().max(maxEmailLength), role: z.enum(roles) })
  .meta({ id: 'InviteMember' })
export type InviteMember = z.infer<typeof inviteMemberSchema>
