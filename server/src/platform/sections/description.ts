import { type StaticHalf, staticHalfSchema } from '@pim/contract/sections/static-half.ts'
import { z } from 'zod'

/** What `remote.json` beside the manifest of a section says. */
export const remoteDescriptionSchema = staticHalfSchema
export type RemoteDescription = StaticHalf

export const sectionStringsSchema = z.record(z.string(), z.record(z.string(), z.string()))
/** Texts by language and key. */
export type SectionStrings = z.infer<typeof sectionStringsSchema>
