import { z } from 'zod'
import { filledText, pageOf, timeSchema } from '../core/primitives.ts'
import { roles } from '../core/roles.ts'
import { quotaUseSchema } from '../quotas/schemas.ts'
import { tenantErasureSchema } from '../tenants/schemas.ts'

/** A tenant as those see it who run the installation, and who need not be members of it. */
export const operatedTenantSchema = z
  .object({
    externalId: z.string(),
    friendlyName: z.string(),
    openedAt: timeSchema,
    /** Left out while it is open. */
    pause: z.object({ at: timeSchema, by: z.string(), reason: z.string() }).optional(),
    /** What it has, beside what it may have. */
    quotas: z.array(quotaUseSchema),
  })
  .meta({ id: 'OperatedTenant' })
export type OperatedTenant = z.infer<typeof operatedTenantSchema>

/** A tenant whose erasure has begun and is not done. */
export const leavingTenantSchema = tenantErasureSchema
  .extend({ externalId: z.string(), begunAt: timeSchema })
  .meta({ id: 'LeavingTenant' })
export type LeavingTenant = z.infer<typeof leavingTenantSchema>

export const operatedTenantPageSchema = pageOf(operatedTenantSchema)
  .extend({ beingErased: z.array(leavingTenantSchema) })
  .meta({ id: 'OperatedTenantPage' })
export type OperatedTenantPage = z.infer<typeof operatedTenantPageSchema>

export const maxReasonLength = 500
export const pauseTenantSchema = z.strictObject({ reason: filledText(maxReasonLength) }).meta({ id: 'PauseTenant' })
export const resumeTenantSchema = z
  .strictObject({ reason: filledText(maxReasonLength).optional() })
  .meta({ id: 'ResumeTenant' })

const personName = filledText(100)
export const memberSchema = z
  .object({
    userId: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** The highest of the roles that hold in this tenant. */
    role: z.enum(roles),
    /** It holds in every tenant, so it is not changed here. */
    isEverywhere: z.boolean(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof memberSchema>

/** With an external identity provider the list is empty: its administrator adds people there. */
export const membersSchema = z
  .object({
    provider: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('embedded') }),
      z.object({ kind: z.literal('external'), issuer: z.string(), clientId: z.string() }),
    ]),
    members: z.array(memberSchema),
  })
  .meta({ id: 'Members' })
export type Members = z.infer<typeof membersSchema>

export const addMemberSchema = z
  .strictObject({
    username: z
      .string()
      .max(100)
      .regex(/^[a-z0-9][a-z0-9._@-]*$/, 'is lower-case letters, digits and . _ @ -'),
    firstName: personName,
    lastName: personName,
    email: z.email().max(200),
    role: z.enum(roles),
  })
  .meta({ id: 'AddMember' })
export type AddMember = z.infer<typeof addMemberSchema>

/** `password` is there where the person is new. It is shown once and kept nowhere. */
export const addedMemberSchema = memberSchema.extend({ password: z.string().optional() }).meta({ id: 'AddedMember' })
export type AddedMember = z.infer<typeof addedMemberSchema>

export const setMemberRoleSchema = z.strictObject({ role: z.enum(roles) }).meta({ id: 'SetMemberRole' })
export const newPasswordSchema = z.object({ password: z.string() }).meta({ id: 'NewPassword' })

/** What has to hold of an external identity provider for people to get in as what they are. */
export const signInCheckNames = [
  'issuer',
  'pkce',
  'openidScope',
  'tenantScope',
  'tenants',
  'roles',
  'userinfo',
  'audience',
  'lifetime',
] as const

/**
 * `missing` is not as it has to be. `unknown` cannot be told: the provider did not answer, or the caller is a member of no
 * tenant. `notSet` is not asked for by the settings of the server. `ignored`: there are roles with the names of ours, and
 * they do not count.
 */
export const signInOutcomes = ['fulfilled', 'missing', 'unknown', 'notSet', 'ignored'] as const

export const signInCheckSchema = z
  .object({
    name: z.enum(signInCheckNames),
    outcome: z.enum(signInOutcomes),
    /** What the token of the caller, or the provider, says; for people to read. */
    found: z.string(),
  })
  .meta({ id: 'SignInCheck' })
export type SignInCheck = z.infer<typeof signInCheckSchema>

/** Empty with the embedded sign-in, where nothing has to be set up. */
export const signInChecksSchema = z.object({ checks: z.array(signInCheckSchema) }).meta({ id: 'SignInChecks' })
export type SignInChecks = z.infer<typeof signInChecksSchema>
