import { z } from 'zod'
import { timeSchema } from '../core/primitives.ts'
import { roles } from '../core/roles.ts'
import { externalIdSchema } from '../tenants/schemas.ts'

export const sectionNameSchema = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9-]*$/, 'is lower-case letters, digits and -')
/** The SHA-256 of the list of its files with their hashes. */
export const releaseIdSchema = z.string().regex(/^[0-9a-f]{64}$/, 'is 64 hexadecimal digits')

/** Which people get the canary release: a share of all, or all of these tenants. */
const shareSchema = z.number().int().min(1).max(99)
export const maxCanaryTenants = 100

const ofReleaseSchema = z.strictObject({ release: releaseIdSchema })
export const setCanarySchema = z
  .union([
    ofReleaseSchema.extend({ percent: shareSchema }),
    ofReleaseSchema.extend({ tenants: z.array(externalIdSchema).min(1).max(maxCanaryTenants) }),
  ])
  .meta({ id: 'SetCanary' })
export type SetCanary = z.infer<typeof setCanarySchema>

export const chooseReleaseSchema = z.strictObject({ release: releaseIdSchema }).meta({ id: 'ChooseRelease' })

export const switchFillSchema = z.strictObject({ isOff: z.boolean() }).meta({ id: 'SwitchFill' })

/** A build of a section in the release store. */
export const sectionReleaseSchema = z
  .object({
    release: z.string(),
    deployedAt: timeSchema,
    /** The id of a person, or who ran the command. */
    deployedBy: z.string(),
    shellContract: z.string().optional(),
    apiContract: z.string().optional(),
    /** Reports of browsers that could not load it or in which it failed; of a canary, the people for whom it failed. */
    failureCount: z.number().int(),
    /** As a canary it failed for people, so that nobody gets it any more. */
    takenBack: z.object({ at: timeSchema, reason: z.string() }).optional(),
  })
  .meta({ id: 'SectionRelease' })
export type SectionRelease = z.infer<typeof sectionReleaseSchema>

export const sectionChangeActions = ['deploy', 'promote', 'canary', 'endCanary', 'takeBack', 'rollBack'] as const

/** Who did what with the releases of a section. */
export const sectionChangeSchema = z
  .object({
    at: timeSchema,
    /** `server` where a canary was taken back by itself. */
    by: z.string(),
    action: z.enum(sectionChangeActions),
    /** Left out: the build that came with the server. */
    release: z.string().optional(),
    reason: z.string().optional(),
    percent: z.number().int().optional(),
    tenants: z.array(z.string()).optional(),
  })
  .meta({ id: 'SectionChange' })
export type SectionChange = z.infer<typeof sectionChangeSchema>

/** A section as those see it who run the installation. */
export const deployedSectionSchema = z
  .object({
    section: z.string(),
    titleKey: z.string().optional(),
    /** Its address is a setting of the server (PIM_REMOTES), which counts before every release. */
    isElsewhere: z.literal(true).optional(),
    /** Left out: the build that came with the server. */
    live: z.object({ release: z.string(), at: timeSchema, by: z.string() }).optional(),
    /** The build that came with the server: what everybody gets where `live` is left out. */
    serverRelease: z.string().optional(),
    canary: z
      .object({
        release: z.string(),
        at: timeSchema,
        by: z.string(),
        percent: z.number().int().optional(),
        tenants: z.array(z.string()).optional(),
        /** People who got it, and those among them for whom it has failed. */
        peopleCount: z.number().int().optional(),
        failedPeopleCount: z.number().int().optional(),
      })
      .optional(),
    /** Tenants that stay with a release of their own choice. */
    pins: z.array(z.object({ tenant: z.string(), release: z.string() })),
    /** Newest first. */
    releases: z.array(sectionReleaseSchema),
    /** The last ones, newest first. */
    changes: z.array(sectionChangeSchema),
  })
  .meta({ id: 'DeployedSection' })
export type DeployedSection = z.infer<typeof deployedSectionSchema>

/** What a section adds to a slot, as administrators of a tenant see it. */
export const tenantFillSchema = z
  .object({
    slot: z.string(),
    name: z.string(),
    titleKey: z.string(),
    /** Nobody of the tenant gets it. */
    isOff: z.literal(true).optional(),
    /**
     * It is left out, because the slot is of another version than it needs, or is not there (no `has`).
     */
    misfit: z.object({ needs: z.string(), has: z.string().optional() }).optional(),
  })
  .meta({ id: 'TenantFill' })
export type TenantFill = z.infer<typeof tenantFillSchema>

/** A section as administrators of a tenant see it. */
export const tenantSectionSchema = z
  .object({
    section: z.string(),
    titleKey: z.string().optional(),
    isElsewhere: z.literal(true).optional(),
    /** What the installation gives everybody; left out: the build that came with the server. */
    liveRelease: z.string().optional(),
    serverRelease: z.string().optional(),
    /** What some people of the tenant, or all, get in its place. */
    canaryRelease: z.string().optional(),
    pinnedRelease: z.string().optional(),
    /** The rights that it declares, each with the least role that it proposes and the one that has it here. */
    permissions: z
      .array(
        z.object({
          permission: z.string(),
          titleKey: z.string(),
          helpKey: z.string().optional(),
          proposedRole: z.enum(roles),
          role: z.enum(roles),
        }),
      )
      .optional(),
    /** Newest first. */
    releases: z.array(sectionReleaseSchema.omit({ deployedBy: true })),
    /** What it adds to screens of others. */
    fills: z.array(tenantFillSchema).optional(),
  })
  .meta({ id: 'TenantSection' })
export type TenantSection = z.infer<typeof tenantSectionSchema>

/**
 * `unreachable`: its files did not come. `timeout`: not in time. `incompatible`: it needs another version of the shell or the
 * API. `broken`: its code threw. `style`: its stylesheet did not come.
 */
export const sectionFailureReasons = ['unreachable', 'timeout', 'incompatible', 'broken', 'style'] as const
export const maxFailureCause = 500

/** What a browser met with a section. */
export const sectionFailureSchema = z
  .strictObject({
    section: sectionNameSchema,
    /** Left out: a build that is no release of the store. */
    release: releaseIdSchema.optional(),
    reason: z.enum(sectionFailureReasons),
    /** The message of the error, or what did not load. */
    cause: z.string().max(maxFailureCause),
  })
  .meta({ id: 'SectionFailure' })
export type SectionFailure = z.infer<typeof sectionFailureSchema>
