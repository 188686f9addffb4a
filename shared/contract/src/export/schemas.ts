import { z } from 'zod'
import { maxNamedItems } from '../bulk-change/schemas.ts'
import { idSchema, languageTagSchema, technicalNameSchema } from '../core/primitives.ts'
import { searchInputSchema } from '../search/schemas.ts'

/** Items of one file at most. */
export const maxExportedItems = 200_000

const exportParts = {
  technicalContentTypeName: technicalNameSchema,
  format: z.enum(['csv', 'xlsx', 'jsonl']).default('csv'),
  /** Of CSV. */
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  layout: z.enum(['items', 'variations']).default('items'),
  values: z.enum(['own', 'effective']).default('own'),
  /**
   * How links, concepts and media are named; left out: `ids`. `keys`: links by a unique field of the content type that they lead to,
   * concepts by their codes, media by the names of their files; by ids where these name nothing, or several things.
   */
  references: z.enum(['ids', 'keys']).optional(),
  /** The language of the labels that columns of fields are headed by; left out: they have technical names. */
  headingLanguageCode: languageTagSchema.optional(),
  /** How rich texts are written; left out: `document`, as JSON. */
  richTexts: z.enum(['document', 'html', 'markdown']).optional(),
  /** Left out: every field, and every variation, in their order. */
  technicalFieldNames: z.array(technicalNameSchema).min(1).max(400).optional(),
  variationIds: z.array(idSchema).min(1).max(200).optional(),
  /** Whether the channels of each variation are columns too. */
  withChannels: z.boolean().default(false),
}

/**
 * Items of one content type: all of them, those that a search finds, or those with these ids. `layout`: `items` has a row for each item and a
 * column for each field and variation, `variations` a row for each variation of an item. `values`: `own` leaves out what is
 * inherited, so that the file can be imported again and changes nothing; `effective` has what is shown.
 */
export const exportRequestSchema = z
  .strictObject({
    selection: searchInputSchema.optional(),
    contentItemIds: z.array(idSchema).min(1).max(maxNamedItems).optional(),
    ...exportParts,
  })
  .refine(({ selection, contentItemIds }) => selection === undefined || contentItemIds === undefined, {
    message: 'names items by a search or by ids, not by both',
    path: ['contentItemIds'],
  })
  .meta({ id: 'ExportRequest', not: { required: ['selection', 'contentItemIds'] } })
export type ExportRequest = z.infer<typeof exportRequestSchema>

/** An export of all items of a type, as it is done again and again. */
export const exportProfileSchema = z.strictObject(exportParts).meta({ id: 'ExportProfile' })
export type ExportProfile = z.infer<typeof exportProfileSchema>
