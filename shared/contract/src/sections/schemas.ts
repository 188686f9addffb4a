import { z } from 'zod'
import { queryBoolean, timeSchema, versionSchema } from '../core/primitives.ts'
import { roles } from '../core/roles.ts'
import { externalIdSchema } from '../tenants/schemas.ts'
import { declaredSettingSchema } from './declared-setting.ts'
import { chosenSettingsSchema, settingValueSchema } from './setting-values.ts'

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

/** `takesSectionAway` confirms a roll-back from a first release, after which nobody has the section. */
export const rollBackSchema = z.strictObject({ takesSectionAway: z.literal(true).optional() }).meta({ id: 'RollBack' })

/** `isCheck`: looks at the build as an upload does, and keeps nothing of it. */
export const uploadQuerySchema = z.strictObject({ isCheck: queryBoolean.default(false) })

/** More than any build has, and less than what a server suffers from. */
export const maxReleaseBytes = 64 * 2 ** 20
export const maxReleaseFiles = 5_000

/** The packages of the product that a build was made with, by their name: few, and their versions. */
const packagesSchema = z.record(z.string().max(100), z.string().max(100)).refine((all) => Object.keys(all).length <= 50)

/** The origin of a release as the deploy states it: commit, author, packages. */
export const releaseOriginSchema = z
  .object({
    commit: z.string().max(100).optional(),
    by: z.string().max(200).optional(),
    packages: packagesSchema.optional(),
  })
  .meta({ id: 'ReleaseOrigin' })
export type ReleaseOrigin = z.infer<typeof releaseOriginSchema>

/**
 * The file `release.json` of an archive: what the release is, by the hash of its files, where it comes from, and the signature of
 * both by the deploy key (`signedText`).
 */
export const releaseStatementSchema = z.object({
  section: sectionNameSchema,
  release: releaseIdSchema,
  origin: releaseOriginSchema,
  /** Ed25519, base64. */
  signature: z.string().max(200).optional(),
})
export type ReleaseStatement = z.infer<typeof releaseStatementSchema>

/** The text that a deploy key signs for a release. */
export const signedText = ({ section, release, origin }: Omit<ReleaseStatement, 'signature'>): string =>
  JSON.stringify([
    'pim release 1',
    section,
    release,
    origin.commit ?? '',
    origin.by ?? '',
    Object.entries(origin.packages ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])

/** A tar archive of the files of a build, and of `release.json`. */
export const releaseArchiveSchema = z
  .object({ file: z.string().meta({ format: 'binary' }) })
  .meta({ id: 'ReleaseArchive' })

export const uploadedReleaseSchema = z
  .object({
    section: z.string(),
    release: z.string(),
    fileCount: z.number().int(),
    byteSize: z.number().int(),
    /** Languages of the product in which it has no texts: people there read those of another one. */
    languagesWithout: z.array(z.string()),
  })
  .meta({ id: 'UploadedRelease' })
export type UploadedRelease = z.infer<typeof uploadedReleaseSchema>

/**
 * A need of a release that this version of the product does not meet: a range of the contract of the shell or of the API, a role,
 * or a member of a module that the shell lends, as `@pim/ui: PageHeader`.
 */
export const misfitSchema = z.object({
  of: z.enum(['shell', 'api', 'role', 'member']),
  needs: z.string(),
  has: z.string().optional(),
})
export type Misfit = z.infer<typeof misfitSchema>

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
    origin: releaseOriginSchema.optional(),
    /** The name of the deploy key that has signed what it is and where it comes from. */
    signedBy: z.string().optional(),
    /** Why it does not load in this version of the product. */
    misfits: z.array(misfitSchema).optional(),
  })
  .meta({ id: 'SectionRelease' })
export type SectionRelease = z.infer<typeof sectionReleaseSchema>

export const sectionChangeActions = [
  'deploy',
  'promote',
  'canary',
  'endCanary',
  'takeBack',
  'rollBack',
  'upload',
  'makeKey',
  'revokeKey',
] as const

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
    /** The name of a deploy key. */
    key: z.string().optional(),
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
        /** How many of the known people fall into the share. */
        reachedPeopleCount: z.number().int().optional(),
      })
      .optional(),
    /** The release that everybody gets after a roll-back; left out where nothing is before. */
    before: z.string().optional(),
    /** A step back would leave nobody with the section. */
    isFirst: z.literal(true).optional(),
    /** Tenants that stay with a release of their own choice. */
    pins: z.array(z.object({ tenant: z.string(), release: z.string() })),
    /** Newest first. */
    releases: z.array(sectionReleaseSchema),
    /** The last ones, newest first. */
    changes: z.array(sectionChangeSchema),
  })
  .meta({ id: 'DeployedSection' })
export type DeployedSection = z.infer<typeof deployedSectionSchema>

/** A fill as administrators of a tenant see it. */
export const tenantFillSchema = z
  .object({
    slot: z.string(),
    name: z.string(),
    titleKey: z.string(),
    /** The title of the slot, where a section offers it; of the slots of the product screens know them. */
    slotTitleKey: z.string().optional(),
    /** Nobody of the tenant gets it. */
    isOff: z.literal(true).optional(),
    /**
     * It is left out, because the slot is of another version than it needs, or is not there (no `has`).
     */
    misfit: z.object({ needs: z.string(), has: z.string().optional() }).optional(),
  })
  .meta({ id: 'TenantFill' })
export type TenantFill = z.infer<typeof tenantFillSchema>

/** A setting that a section declares, with the value that holds; `setting` is its name with that of the section: `orders:currency`. */
const sectionSettingSchema = z
  .object({ setting: z.string(), declared: declaredSettingSchema, value: settingValueSchema })
  .meta({ id: 'SectionSetting' })
export type SectionSetting = z.infer<typeof sectionSettingSchema>

/** What a person may set for themselves in the sections of the tenant; a section that has nothing of the kind is left out. */
export const mySettingsSchema = z
  .object({
    sections: z.array(
      z.object({ section: z.string(), titleKey: z.string().optional(), settings: z.array(sectionSettingSchema) }),
    ),
    version: versionSchema,
  })
  .meta({ id: 'MySettings' })
export type MySettings = z.infer<typeof mySettingsSchema>

/** Null: as the section declares. Those that are left out stay. */
export const changeMySettingsSchema = z
  .strictObject({ settings: chosenSettingsSchema })
  .meta({ id: 'ChangeMySettings' })
export type ChangeMySettings = z.infer<typeof changeMySettingsSchema>

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
    /** The settings of the tenant that it declares, in the order of its form. */
    settings: z.array(sectionSettingSchema).optional(),
    /** Newest first. */
    releases: z.array(sectionReleaseSchema.omit({ deployedBy: true, origin: true, signedBy: true })),
    /** Its fills in slots of other screens. */
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
