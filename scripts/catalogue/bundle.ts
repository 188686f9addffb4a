import { contentTypeInputSchema, languageTagSchema, nameSchema, technicalNameSchema } from '@pim/contract'
import { z } from 'zod'

/**
 * A catalogue to be loaded, free of ids: things name each other by keys of their own. Whoever has another source
 * writes this as JSON and hands it to `npm run task import -- bundle <file>`; relative paths of files start there.
 *
 * Values are those of the API, but references are keys: of a concept `<taxonomy>/<concept>`, of an item or a media
 * item its key. A key is also kept in the item, in the field that the content type names in `keyFields`: that is how
 * a second run knows what is there already.
 */
const key = z.string().min(1).max(300)
const values = z.record(technicalNameSchema, z.unknown())

export const bundleSchema = z.strictObject({
  /** The first one is the default; `fallback` is a language of the list. */
  variations: z
    .array(
      z.strictObject({
        languageCode: languageTagSchema,
        friendlyName: z.string(),
        fallback: languageTagSchema.optional(),
      }),
    )
    .min(1),
  contentTypes: z.array(contentTypeInputSchema),
  /** Content type to the field that keeps the key. */
  keyFields: z.record(technicalNameSchema, technicalNameSchema),
  taxonomies: z.array(
    z.strictObject({
      key,
      friendlyName: z.string(),
      description: z.string(),
      /** Parents before children. */
      concepts: z.array(
        z.strictObject({ key, parentKey: key.nullable(), friendlyName: z.string(), description: z.string() }),
      ),
    }),
  ),
  media: z.array(
    z.strictObject({
      key,
      name: nameSchema,
      contentType: technicalNameSchema,
      /** The field of the content type that holds the file. */
      binaryField: technicalNameSchema,
      path: z.string(),
      sha256: z.string().optional(),
    }),
  ),
  items: z.array(
    z.strictObject({
      key,
      name: nameSchema,
      contentType: technicalNameSchema,
      shared: values,
      /** By language; a field that is not there inherits. */
      localized: z.record(languageTagSchema, values),
    }),
  ),
  /** What staff should know of the source: each thing that was not as one would expect, and what was made of it. */
  notes: z.array(z.strictObject({ code: z.string(), subject: z.string(), message: z.string() })),
})
export type Bundle = z.output<typeof bundleSchema>
export type BundleItem = Bundle['items'][number]
export type BundleMedia = Bundle['media'][number]
export type BundleTaxonomy = Bundle['taxonomies'][number]
export type Note = Bundle['notes'][number]
