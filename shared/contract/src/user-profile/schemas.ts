import { z } from 'zod'

export const userProfileSchema = z
  .object({
    userId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().optional(),
    /** Of one's own profile: whether one is an administrator of the whole installation. */
    mayOpenTenants: z.boolean().optional(),
  })
  .meta({ id: 'UserProfile' })
export type UserProfile = z.infer<typeof userProfileSchema>
