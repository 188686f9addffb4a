import { z } from 'zod'

export const userProfileSchema = z
  .object({
    userId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().optional(),
    /** Of one's own profile: whether one is an administrator of the whole installation. */
    mayOpenTenants: z.boolean().optional(),
    /** The name was erased, and both parts of it are empty. */
    isErased: z.literal(true).optional(),
  })
  .meta({ id: 'UserProfile' })
export type UserProfile = z.infer<typeof userProfileSchema>

/** What the erasure of a name removed: how many of each kind. */
export const personErasureSchema = z
  .object({ removed: z.record(z.string(), z.number().int()) })
  .meta({ id: 'PersonErasure' })
export type PersonErasure = z.infer<typeof personErasureSchema>
