import { z } from 'zod'

export const resourcesSchema = z
  .array(
    z
      .object({ languageCode: z.string(), namespace: z.literal('pim'), entries: z.record(z.string(), z.string()) })
      .meta({ id: 'ResourceBundle' }),
  )
  .meta({ id: 'Resources' })
export type Resources = z.infer<typeof resourcesSchema>
