import { z } from 'zod'
import { filledText, idSchema, timeSchema } from '../core/primitives.ts'
import { sectionNameSchema } from '../sections/schemas.ts'

/**
 * `upload`: puts a build into the store. `canary`: gives it to some, and ends that. `live`: gives it to everybody, and goes back.
 * `pin`: keeps a tenant at a release. Each of its own section alone.
 */
export const deployRights = ['upload', 'canary', 'live', 'pin'] as const
export type DeployRight = (typeof deployRights)[number]
const rights = z.array(z.enum(deployRights)).min(1).max(deployRights.length)

/** `prefix` are the first characters of the key, to tell one from another. */
export const deployKeySchema = z
  .object({
    deployKeyId: idSchema,
    section: z.string(),
    name: z.string(),
    rights: z.array(z.enum(deployRights)),
    prefix: z.string(),
    createdAt: timeSchema,
    createdBy: z.string(),
    expiresAt: timeSchema.nullable(),
    revokedAt: timeSchema.nullable(),
    lastUsedAt: timeSchema.nullable(),
  })
  .meta({ id: 'DeployKey' })
export type DeployKey = z.infer<typeof deployKeySchema>

/** The only answer that holds the key itself. */
export const newDeployKeySchema = deployKeySchema.extend({ key: z.string() }).meta({ id: 'NewDeployKey' })
export type NewDeployKey = z.infer<typeof newDeployKeySchema>

export const createDeployKeySchema = z
  .strictObject({
    section: sectionNameSchema,
    name: filledText(200),
    rights,
    expiresAt: timeSchema.nullable().optional(),
  })
  .meta({ id: 'CreateDeployKey' })
export type CreateDeployKey = z.infer<typeof createDeployKeySchema>
