import { z } from 'zod'
import {
  deliveryTargetSchema,
  filledText,
  idSchema,
  technicalNameSchema,
  timeSchema,
  versionSchema,
} from '../core/primitives.ts'

const name = filledText(200)
const limits = {
  /** Left out or empty: every target. A key for imports has none. */
  deliveryTargets: z.array(deliveryTargetSchema).max(50).optional(),
  /** Left out or empty: every content type. */
  contentTypeTechnicalNames: z.array(technicalNameSchema).max(200).optional(),
  expiresAt: timeSchema.nullable().optional(),
}

/** `delivery`: reads what is published. `import`: sends files, and rehearses and executes what they say, as an editor does. */
export const apiKeyKinds = ['delivery', 'import'] as const
const kind = z.enum(apiKeyKinds)

/** `prefix` are the first characters of the key, to tell one from another. */
export const apiKeySchema = z
  .object({
    apiKeyId: idSchema,
    name: z.string(),
    kind: kind.optional(),
    prefix: z.string(),
    deliveryTargets: z.array(z.string()),
    contentTypeTechnicalNames: z.array(z.string()),
    createdAt: timeSchema,
    createdBy: z.string(),
    expiresAt: timeSchema.nullable(),
    revokedAt: timeSchema.nullable(),
    lastUsedAt: timeSchema.nullable(),
    version: versionSchema.optional(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKeySchema>

/** The only answer that holds the key itself. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() }).meta({ id: 'NewApiKey' })
export type NewApiKey = z.infer<typeof newApiKeySchema>

export const createApiKeySchema = z
  .strictObject({ name, kind: kind.default('delivery'), ...limits })
  .meta({ id: 'CreateApiKey' })
export type CreateApiKey = z.input<typeof createApiKeySchema>
export const changeApiKeySchema = z.strictObject({ name: name.optional(), ...limits }).meta({ id: 'ChangeApiKey' })
export type ChangeApiKey = z.infer<typeof changeApiKeySchema>
/** For how many seconds the old key goes on working beside the new one. */
export const rotateApiKeySchema = z
  .strictObject({ graceSeconds: z.number().int().min(0).max(604_800).default(0) })
  .meta({ id: 'RotateApiKey' })
export type RotateApiKey = z.infer<typeof rotateApiKeySchema>
