import { z } from 'zod'

export const userProfileSchema = z
  .object({ userId: z.string(), firstName: z.string(), lastName: z.string(), email: z.string().optional() })
  .meta({ id: 'UserProfile' })
export type UserProfile = z.infer<typeof userProfileSchema>
