import { z } from 'zod'

/**
 * What a tenant may have, and how much of it: each is one number. `items` counts deleted ones until they are removed for
 * good, the three of content types are about all types of the tenant together, `apiKeys` are those that are not revoked,
 * and a day is one of UTC.
 */
export const quotaNames = [
  'items',
  'contentTypes',
  'contentTypeFields',
  'contentTypeBytes',
  'files',
  'storageBytes',
  'apiKeys',
  'deliveryCallsPerDay',
  'managementCallsPerDay',
] as const
export type QuotaName = (typeof quotaNames)[number]

/** Sent with QUOTA_REACHED and CALL_QUOTA_REACHED: which quota, what it is, what is used, and what the call would add. */
export const quotaReachedSchema = z.object({
  quota: z.enum(quotaNames),
  limit: z.number().int(),
  used: z.number().int(),
  asked: z.number().int(),
})
export type QuotaReached = z.infer<typeof quotaReachedSchema>
