import {
  contentTypeInputSchema,
  createTenantSchema,
  deliveryTargetSchema,
  languageTagSchema,
  localizedTextSchema,
  nameSchema,
  statusSchema,
  technicalNameSchema,
} from '@pim/contract'
import { z } from 'zod'

/**
 * A catalogue to be loaded, free of ids: things name each other by keys of their own. Whoever has another source
 * writes this as JSON and hands it to `npm run task import -- bundle <file>`. Relative paths start at the file that
 * holds them.
 *
 * Values are those of the API, with two exceptions. References are keys: of a concept `<taxonomy>/<concept>`, of an
 * item or a media item its key. A rich text may be given as HTML. The key is also kept in the item, in the field that
 * the content type names in `keyFields`: that is how a second run knows what is there already. A type without such a
 * field is known by the names of its items.
 */
const key = z.string().min(1).max(300)
const values = z.record(technicalNameSchema, z.unknown())
const path = z.string().min(1)

const itemSchema = z.strictObject({
  key,
  name: nameSchema,
  contentType: technicalNameSchema,
  /** Where it stands in the source, for people: a file and a line. Left out: its place in the bundle. */
  source: z.string().optional(),
  /** Who creates the item and writes it in the default language, where that is not the writer of the bundle. */
  author: z.string().optional(),
  /** Where an item is meant to stand, in every variation or by language (others stay drafts). Left out: published. */
  status: z.union([statusSchema, z.record(languageTagSchema, statusSchema)]).optional(),
  shared: values.default({}),
  /** By language; a field that is not there inherits. */
  localized: z.record(languageTagSchema, values).default({}),
  /** By language: what is saved after publishing and waits to be published itself. */
  pending: z.record(languageTagSchema, values).default({}),
})

const mediaSchema = itemSchema.extend({
  /** The field of the content type that holds the file. */
  binaryField: technicalNameSchema,
  path,
  sha256: z.string().optional(),
  /** Uploads a drawing (SVG) as a picture made of pixels, which browsers show in place. */
  renderAs: z.literal('image/jpeg').optional(),
})

const taxonomySchema = z.strictObject({
  key,
  friendlyName: z.string(),
  description: z.string(),
  /** Parents before children. */
  concepts: z.array(
    z.strictObject({
      key,
      parentKey: key.nullable(),
      friendlyName: z.string(),
      description: z.string(),
      /** Unique in the taxonomy. */
      code: z.string().optional(),
      /** By language; `friendlyName` is that of the default language. */
      names: z.record(languageTagSchema, z.string()).optional(),
    }),
  ),
})

/** What may stand in several files, one after the other. */
export const bundlePartSchema = z.strictObject({
  contentTypes: z.array(contentTypeInputSchema).default([]),
  taxonomies: z.array(taxonomySchema).default([]),
  media: z.array(mediaSchema).default([]),
  items: z.array(itemSchema).default([]),
  /** Entries of the source that could not be read. They stand in none of the lists above. */
  failures: z
    .array(
      z.strictObject({
        subject: z.string(),
        field: z.string().optional(),
        language: z.string().optional(),
        source: z.string().optional(),
        message: z.string(),
      }),
    )
    .default([]),
  /** What staff should know of the source: each thing that was not as one would expect, and what was made of it. */
  notes: z.array(z.strictObject({ code: z.string(), subject: z.string(), message: z.string() })).default([]),
})

export const bundleSchema = bundlePartSchema.extend({
  /** What a tenant is opened with; one that is there already is left as it is. */
  tenant: createTenantSchema.pick({ friendlyName: true, featureToggles: true, deliveryTargets: true }).optional(),
  /** The channels that its content types require values on. Those that the tenant lacks are added to it. */
  channels: z
    .array(z.strictObject({ technicalName: deliveryTargetSchema, friendlyName: localizedTextSchema }))
    .default([]),
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
  /** Also the types that the product itself offers to start from. */
  starterTypes: z.boolean().default(false),
  /** Content type to the field that keeps the key. */
  keyFields: z.record(technicalNameSchema, technicalNameSchema).default({}),
  /**
   * How a later run treats an existing item. `overwrite`: values and names of the bundle win over those of an
   * earlier run, and what it wants published is published; what somebody else has written or drafted since is kept. `keep`: it only adds what an earlier, interrupted run had left to do, and touches nothing
   * that somebody has changed since.
   */
  existing: z.enum(['overwrite', 'keep']).default('overwrite'),
  /** Names of users who do this, where they can sign in. Otherwise whoever loads does everything. */
  people: z.strictObject({ writer: z.string(), publisher: z.string() }).optional(),
  /** Further files, which hold more of the lists above. */
  parts: z.array(path).default([]),
})
export type Bundle = z.output<typeof bundleSchema>
export type BundleItem = Bundle['items'][number]
export type BundleMedia = Bundle['media'][number]
export type BundleTaxonomy = Bundle['taxonomies'][number]
export type Note = Bundle['notes'][number]
export type Failure = Bundle['failures'][number]
/** As somebody writes it, with what may be left out. */
export type WrittenBundle = z.input<typeof bundleSchema>
export type WrittenItem = z.input<typeof itemSchema>
export type WrittenMedia = z.input<typeof mediaSchema>
