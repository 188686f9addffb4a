import { remoteSchema } from '@pim/contract/client-configuration/schemas.ts'
import { z } from 'zod'

/** The static half of a section: what `remote.json` beside its manifest says. */
export const remoteDescriptionSchema = remoteSchema
  .omit({ manifestUrl: true, release: true })
  .extend({ name: z.string() })
export type RemoteDescription = z.infer<typeof remoteDescriptionSchema>

export const sectionStringsSchema = z.record(z.string(), z.record(z.string(), z.string()))
/** Texts by language and key. */
export type SectionStrings = z.infer<typeof sectionStringsSchema>
