import { z } from 'zod'
import { defaultLanguage } from '../core/language.ts'
import { defaultPageSize, maxPageSize } from '../core/primitives.ts'

/** Anonymous: nothing of a tenant. */
export const settingsSchema = z
  .object({
    applicationTitle: z.string(),
    poweredByText: z.string(),
    defaultLanguage: z.literal(defaultLanguage),
    upload: z.object({ maxBytes: z.number().int(), mimeTypes: z.array(z.string()) }),
    imageSizes: z.array(
      z.object({ name: z.string(), width: z.number().int(), height: z.number().int(), fit: z.string() }),
    ),
    /** The first start fills the tenants with a demo, by jobs of the kind `demo-content`. */
    loadsDemo: z.boolean().optional(),
    paging: z.object({ defaultPageSize: z.literal(defaultPageSize), maxPageSize: z.literal(maxPageSize) }),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof settingsSchema>
