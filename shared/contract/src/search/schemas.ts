import { z } from 'zod'
import { contentTypeKindSchema } from '../content-model/schemas.ts'
import {
  fieldStateSchema,
  readinessSchema,
  statusSchema,
  translationSchema,
  translationStateSchema,
} from '../content-variation/schemas.ts'
import {
  deliveryTargetSchema,
  idSchema,
  localizedTextSchema,
  pageOf,
  pagingSchema,
  sortingSchema,
  technicalNameSchema,
  timeSchema,
} from '../core/primitives.ts'
import { maxListedFields } from './listed-fields.ts'

export const filterOperators = [
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'startsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'any',
  'all',
  'isEmpty',
  'isNotEmpty',
] as const
export const filterOperatorSchema = z.enum(filterOperators).meta({ id: 'FilterOperator' })
export type FilterOperator = z.infer<typeof filterOperatorSchema>

/** `value` or `values` as the operator asks; the room of the field's type checks which. */
export const fieldFilterSchema = z
  .strictObject({
    technicalFieldName: technicalNameSchema,
    operator: filterOperatorSchema,
    value: z.unknown().optional(),
    values: z.array(z.unknown()).max(200).optional(),
  })
  .meta({ id: 'FieldFilter' })
export type FieldFilter = z.infer<typeof fieldFilterSchema>

/** The built-in columns that a list can be sorted by; a field of a single chosen content type sorts as `fields.<name>`. */
export const searchSortFields = [
  'modifiedAt',
  'name',
  'technicalContentTypeName',
  'status',
  'completeness',
  'readiness',
  'translation',
  'modifiedBy',
] as const

const percent = z.number().int().min(0).max(100)
export const searchFilteringSchema = z
  .strictObject({
    searchText: z.string().max(500).optional(),
    contentTypeTechnicalNames: z.array(technicalNameSchema).max(200).optional(),
    statuses: z.array(statusSchema).max(4).optional(),
    conceptIds: z.array(idSchema).max(200).optional(),
    includeDescendants: z.boolean().optional(),
    /** True: a draft beside what is live; false: what stands as it was published, and what never was. */
    hasUnpublishedChanges: z.boolean().optional(),
    /** Narrows a list that includes deleted content to what is deleted, or to what is not. */
    isDeleted: z.boolean().optional(),
    modifiedBy: z.array(z.string().max(200)).max(50).optional(),
    modifiedAt: z.strictObject({ from: timeSchema.optional(), to: timeSchema.optional() }).optional(),
    completeness: z.strictObject({ min: percent.optional(), max: percent.optional() }).optional(),
    /** Of the channel that is named, or else of the one that it is least ready for. */
    readiness: z
      .strictObject({
        min: percent.optional(),
        max: percent.optional(),
        deliveryTarget: deliveryTargetSchema.optional(),
      })
      .optional(),
    /** How far its words are translated: one of these. */
    translation: z.array(translationStateSchema).max(4).optional(),
    /** What the working copy is to go to, one of these; what names no channel goes to every one. */
    deliveryTargets: z.array(deliveryTargetSchema).max(50).optional(),
    mimeTypes: z.array(z.string().max(200)).max(50).optional(),
    fields: z.array(fieldFilterSchema).max(20).optional(),
  })
  .meta({ id: 'SearchFiltering' })
export type SearchFiltering = z.infer<typeof searchFilteringSchema>

/** `variationId` left out: the tenant's default variation. */
export const searchInputSchema = z
  .strictObject({
    paging: pagingSchema.optional(),
    sorting: sortingSchema.optional(),
    variationId: idSchema.optional(),
    showPublishedVersion: z.boolean().optional(),
    includeDeleted: z.boolean().optional(),
    filtering: searchFilteringSchema.optional(),
    /** Fields whose values are shown in the rows; one that no content type here has is left out. Says nothing of which rows. */
    fields: z.array(technicalNameSchema).max(maxListedFields).optional(),
    /** Whether each row says where what was typed stands, if that is not in its name. */
    matches: z.boolean().optional(),
    /** True: all that it finds is counted, which may take long; left out, counting may stop (`totalIsCapped`). */
    countsAll: z.boolean().optional(),
  })
  .meta({ id: 'SearchInput' })
export type SearchInput = z.infer<typeof searchInputSchema>

/** Of the fields that are missing the first ten are named. */
const listedReadinessSchema = readinessSchema.extend({ missingCount: z.number().int() }).meta({ id: 'ListedReadiness' })
export type ListedReadiness = z.infer<typeof listedReadinessSchema>

/**
 * A value as a row shows it. Of a list the first entries, with how many are left out; of a long value, and of one that a
 * line cannot show, the beginning of its text in place of the value, which is null then.
 */
export const listedValueSchema = fieldStateSchema
  .extend({ text: z.string().optional(), leftOutCount: z.number().int().optional() })
  .meta({ id: 'ListedValue' })
export type ListedValue = z.infer<typeof listedValueSchema>

/** An item that values of rows lead to. */
export const listedLinkSchema = z
  .object({
    name: z.string(),
    /** The variation whose language the name is in, where that is not the one asked for. */
    nameVariationId: idSchema.optional(),
    technicalContentTypeName: z.string(),
    kind: contentTypeKindSchema,
    /** Of a media item its file. */
    binaryId: idSchema.optional(),
  })
  .meta({ id: 'ListedLink' })
export type ListedLink = z.infer<typeof listedLinkSchema>

export const itemLookupSchema = z
  .strictObject({
    contentItemIds: z.array(idSchema).min(1).max(200),
    /** In whose language they are named; left out: the default one. */
    variationId: idSchema.optional(),
  })
  .meta({ id: 'ItemLookup' })
export type ItemLookup = z.infer<typeof itemLookupSchema>

/** What an item is called in a variation, as in lists. */
export const namedItemSchema = listedLinkSchema
  .extend({ contentItemId: idSchema, isDeleted: z.boolean() })
  .meta({ id: 'NamedItem' })
export type NamedItem = z.infer<typeof namedItemSchema>

const placeInTextSchema = z.number().int().min(0)
/** Stretches of a text to be marked, in UTF-16 units and in their order. */
const marksSchema = z.array(z.object({ from: placeInTextSchema, to: placeInTextSchema }))

/** Where a row has what was typed, if not in its name. */
export const searchMatchSchema = z
  .object({
    /** Left out: the name of the item, which is called otherwise in this variation. */
    technicalFieldName: z.string().optional(),
    /** The label of the field. */
    friendlyName: localizedTextSchema.optional(),
    /** A piece of its text, no longer than a line. */
    text: z.string(),
    /** In `text`; none where the words are a synonym of what stands there. */
    marks: marksSchema,
    /** The variation whose language the text is in; left out where it may be in any. */
    variationId: idSchema.optional(),
  })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof searchMatchSchema>

export const searchContentDocumentSchema = z
  .object({
    contentItemId: idSchema,
    contentVariationId: idSchema,
    variationId: idSchema,
    /**
     * What it is called in the variation: the title there or of the nearest fallback; in the default variation, and where
     * nobody has a title, the name of the item. Of what is live, the name that is delivered.
     */
    name: z.string(),
    /** Where `name` has what was typed; left out where nobody asked for matches, and where it has nothing of it. */
    nameMarks: marksSchema.optional(),
    /** The variation whose language the name is in, where that is not the one asked for. */
    nameVariationId: idSchema.optional(),
    /** The name of the item, where `name` is another text: of a media item mostly the name of its file. */
    itemName: z.string().optional(),
    technicalContentTypeName: z.string(),
    kind: contentTypeKindSchema,
    /** What it is recognised by: of a media item its file, of other content the first picture in its fields. */
    binaryId: idSchema.optional(),
    status: statusSchema,
    hasUnpublishedChanges: z.boolean(),
    completeness: percent,
    /** Of the working copy; none: every channel. */
    deliveryTargets: z.array(z.string()),
    /** For each channel that it is to go to. */
    readiness: z.array(listedReadinessSchema),
    translation: translationSchema,
    version: z.number().int(),
    conceptIds: z.array(idSchema),
    modifiedAt: timeSchema,
    modifiedBy: z.string(),
    isDeleted: z.boolean().optional(),
    /** Of the fields that were asked for, those that its content type has. */
    fields: z.record(z.string(), listedValueSchema).optional(),
    /** Left out where its name has all that was typed, and where nobody asked. */
    match: searchMatchSchema.optional(),
  })
  .meta({ id: 'SearchContentDocument' })
export type SearchContentDocument = z.infer<typeof searchContentDocumentSchema>
export const searchPageSchema = pageOf(searchContentDocumentSchema)
  .extend({
    /** Nothing has what was typed: what the items were found by instead, with a letter or two of a word put right. */
    shownFor: z.string().optional(),
    /** The list may lack changes of the last seconds, which follow by themselves. */
    isBehind: z.literal(true).optional(),
    /**
     * How much of the tenant's content lists can be filtered, searched and ordered by so far, as this is being prepared; until then
     * they have the latest changes first.
     */
    preparedPercent: percent.optional(),
    /** By id, the items that the values in `fields` of the rows lead to; one that is deleted is left out. */
    linked: z.record(z.string(), listedLinkSchema).optional(),
    /** By id, the names of the concepts in these values, in the language of the variation. */
    conceptNames: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'SearchPage' })
export type SearchPage = z.infer<typeof searchPageSchema>

/** How much content of a variation is in which state of translation; what is deleted is not counted. */
export const translationCountsSchema = z
  .array(z.object({ variationId: idSchema, state: translationStateSchema, count: z.number().int() }))
  .meta({ id: 'TranslationCounts' })
export type TranslationCounts = z.infer<typeof translationCountsSchema>
