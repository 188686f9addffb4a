import { z } from 'zod'
import { filledText, idSchema, technicalNameSchema, timeSchema } from '../core/primitives.ts'
import { maxParts, templatePattern } from './derived-columns.ts'
import { leftOutKinds } from './left-out-kinds.ts'
import { maxAddressLength, maxImportBytes } from './limits.ts'
import { textEncodings } from './text-encodings.ts'

export { type LeftOutKind, leftOutKinds } from './left-out-kinds.ts'
export { importPartBytes, maxImportBytes, maxImportParts } from './limits.ts'

/** Columns of a file that a request may name. */
const maxColumns = 2_000
/** Columns that a mapping makes itself. */
const maxDerived = 100
const maxNameLength = 200
const maxHeaderRow = 10_000
/** Of an element of XML. */
const maxPathLength = 2_000

const count = z.number().int().min(0)

/** What can be wrong with a file: `code` of the file's reader; screens have words of their own for each. */
export const importFileProblemSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    row: count.optional(),
    column: z.string().optional(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'ImportFileProblem' })
export type ImportFileProblem = z.infer<typeof importFileProblemSchema>

/**
 * A file that is sent in parts, so that an upload that was interrupted goes on where it stopped, or that the server fetches from an
 * address. Kept for thirty days.
 */
export const importFileSchema = z
  .object({
    importFileId: idSchema,
    fileName: z.string(),
    /** As it was announced; of a file that is being fetched and announces none, the most that it may have. */
    byteSize: count,
    partBytes: count,
    /** Numbers of the parts that have not arrived, from 0. */
    missingParts: z.array(count),
    createdAt: timeSchema,
    createdBy: z.string(),
    /** Of a file that the server fetches. Parts of a whole one are all there, and then it is as any other. */
    fetched: z
      .object({
        address: z.string(),
        state: z.enum(['fetching', 'done', 'failed']),
        /** Why it has failed. */
        problem: importFileProblemSchema.nullable(),
      })
      .optional(),
  })
  .meta({ id: 'ImportFile' })
export type ImportFile = z.infer<typeof importFileSchema>

export const newImportFileSchema = z
  .strictObject({ fileName: filledText(255), byteSize: z.number().int().min(1).max(maxImportBytes) })
  .meta({ id: 'NewImportFile' })
export type NewImportFile = z.infer<typeof newImportFileSchema>

/** Https, of a host that an administrator of the tenant has allowed. */
export const fetchImportFileSchema = z
  .strictObject({ address: filledText(maxAddressLength) })
  .meta({ id: 'FetchImportFile' })
export type FetchImportFile = z.infer<typeof fetchImportFileSchema>

const headerParts = {
  /** The row with the names of the columns, as a spreadsheet counts; left out: the first that has anything in it. */
  headerRow: z.number().int().min(1).max(maxHeaderRow).optional(),
  /** The first row of items; left out: the one after the names. */
  firstRow: z.number().int().min(2).max(maxHeaderRow).optional(),
}

/** How the rows of a file are read: as it was found, or as somebody has chosen instead. */
export const fileShapeSchema = z
  .union([
    z.strictObject({
      format: z.literal('csv'),
      encoding: z.enum(textEncodings),
      delimiter: z.enum([',', ';', '\t', '|']),
      ...headerParts,
    }),
    z.strictObject({
      format: z.literal('jsonLines'),
      encoding: z.enum(textEncodings),
    }),
    z.strictObject({ format: z.literal('xlsx'), sheet: z.string().max(maxNameLength), ...headerParts }),
    z.strictObject({
      format: z.literal('xml'),
      encoding: z.enum(textEncodings),
      /** The element that a row is, by its path from the root: `rss/channel/item`. */
      element: filledText(maxPathLength),
    }),
  ])
  .meta({ id: 'ImportFileShape' })
export type ImportFileShape = z.infer<typeof fileShapeSchema>

/**
 * Where the cells of a column go. `field`: to the field, in this variation, in that of the row's `variation` column, or, where neither is
 * there, in the default one; values that all variations share need none. `linkedBy`: the unique field by which the cells of a link name
 * its items, where they are no ids. `ignored`: nowhere.
 */
export const columnTargetSchema = z
  .union([
    z.strictObject({
      kind: z.literal('field'),
      technicalFieldName: technicalNameSchema,
      variationId: idSchema.optional(),
      linkedBy: technicalNameSchema.optional(),
    }),
    z.strictObject({ kind: z.literal('channels'), variationId: idSchema.optional() }),
    z.strictObject({ kind: z.enum(['id', 'name', 'variation', 'ignored']) }),
  ])
  .meta({ id: 'ImportColumnTarget' })
export type ImportColumnTarget = z.infer<typeof columnTargetSchema>

export const richTextMarkups = ['html', 'markdown', 'plain'] as const
export type RichTextMarkup = (typeof richTextMarkups)[number]

/**
 * How the cells of one column are written. What a part that is left out would say is told by each cell; a cell that may mean two things is
 * then a problem of its row (`NUMBERS_OPEN`, `UNIT_OPEN`, `CURRENCY_OPEN`, `DATES_OPEN`, `TIME_ZONE_OPEN`) and is never guessed.
 * - `numbers`: `comma` is 1.234,56.
 * - `unit`, `currency`: of cells that name none. Columns with different currencies may go to one field.
 * - `codeColumn`: the column whose cell in the same row names the unit or currency. A cell that names none that the field can have, or
 *   another one than the amount itself does, is a problem of its row (`UNIT_NOT_KNOWN`, `CURRENCY_NOT_KNOWN`, `TWO_UNITS`, `TWO_CURRENCIES`).
 * - `dates`: what 03/04/2026 is; dates that begin with their year are always read.
 * - `timeZone`: of moments without an offset, such as `Europe/Berlin`.
 * - `markup`: of rich texts.
 * - `list`: what stands between the entries of a cell, `path`: what stands between a concept and those above it, where that is no `>`.
 * - `values`: what cells, their entries or cells of `codeColumn` mean, whatever their case: the word of the file, and ours.
 */
export const columnReadingSchema = z
  .strictObject({
    numbers: z.enum(['point', 'comma']).optional(),
    unit: filledText(50).optional(),
    currency: filledText(10).optional(),
    codeColumn: z.string().min(1).max(maxNameLength).optional(),
    dates: z.enum(['iso', 'dayFirst', 'monthFirst']).optional(),
    timeZone: filledText(100).optional(),
    markup: z.enum(richTextMarkups).optional(),
    list: z.string().min(1).max(3).optional(),
    path: z.string().min(1).max(3).optional(),
    values: z
      .array(z.strictObject({ from: filledText(200), to: z.string().max(200) }))
      .max(500)
      .optional(),
  })
  .meta({ id: 'ImportColumnReading' })
export type ImportColumnReading = z.infer<typeof columnReadingSchema>

/**
 * What the execution makes for names in the cells of a column that are not there: options of the field, which takes the role `admin`, or concepts.
 * - `texts`: these names alone, as the file has them, whatever their case; left out: all.
 * - `taxonomyId`: where concepts are made; left out: in the one taxonomy that the field takes.
 * - `parentConceptId`: below this concept; left out: along the path of the cell, from the top of the taxonomy.
 */
export const columnAdditionsSchema = z
  .strictObject({
    texts: z.array(filledText(500)).min(1).max(2_000).optional(),
    taxonomyId: idSchema.optional(),
    parentConceptId: idSchema.optional(),
  })
  .meta({ id: 'ImportColumnAdditions' })
export type ImportColumnAdditions = z.infer<typeof columnAdditionsSchema>

/** `reading` left out: as the mapping says for the whole file, with units and currencies as the field usually has them. */
export const importColumnSchema = z
  .strictObject({
    column: z.string().min(1).max(maxNameLength),
    target: columnTargetSchema,
    reading: columnReadingSchema.optional(),
    adds: columnAdditionsSchema.optional(),
  })
  .meta({ id: 'ImportColumn' })
export type ImportColumn = z.infer<typeof importColumnSchema>

/**
 * A column that the file has not. `columns` says where it goes and how it is read, as of any other, and its name is that of no column of the
 * file.
 * - `fixed`: each row has this text.
 * - `template`: a text put together from columns, `{Brand} {Model}`; `{{` and `}}` are braces. Where the cell of a column is empty, a space beside
 *   it goes too; where all are, there is no text.
 * - `part`: of the cells of a column, what stands before, between or behind a separator: by number from 1, or the last one.
 */
export const derivedColumnSchema = z
  .strictObject({
    column: z.string().min(1).max(maxNameLength),
    from: z.union([
      z.strictObject({ kind: z.literal('fixed'), text: filledText(2_000) }),
      z.strictObject({
        kind: z.literal('template'),
        template: z
          .string()
          .trim()
          .min(1)
          .max(1_000)
          .regex(templatePattern, 'is no template with the names of 1 to 20 columns in braces'),
      }),
      z.strictObject({
        kind: z.literal('part'),
        column: z.string().min(1).max(maxNameLength),
        separator: z.string().min(1).max(20),
        part: z.union([z.number().int().min(1).max(maxParts), z.literal('last')]),
      }),
    ]),
  })
  .meta({ id: 'ImportDerivedColumn' })
export type ImportDerivedColumn = z.infer<typeof derivedColumnSchema>

export const whenChangedSchema = z.enum(['keep', 'replace'])
export type WhenChanged = z.infer<typeof whenChangedSchema>

/**
 * What a source owns that is imported again and again by one profile.
 * - `owns`: the fields that it owns, with `$name` for the name and `$deliveryTargets` for the channels; left out: all that the columns fill. The
 *   others are filled in new items alone.
 * - `whenChanged`: whether a value of an owned field that somebody has changed since the profile wrote it stays. It is shown in either case.
 * - `whenGone`: what becomes of items that earlier imports of the profile had and this file has not. `mark` sets `markField`, a field with yes
 *   or no, and takes that back when the item is in a file again. `unpublish` and `delete` take the role publisher.
 * - `maxGonePercent`: where more of the known items are gone, or rows of the file cannot be read, those rows are left out until somebody takes
 *   them in: the file may be empty or cut off.
 */
export const ownershipSchema = z
  .strictObject({
    owns: z
      .array(z.union([technicalNameSchema, z.enum(['$name', '$deliveryTargets'])]))
      .max(402)
      .optional(),
    whenChanged: whenChangedSchema.default('keep'),
    whenGone: z.enum(['leave', 'mark', 'unpublish', 'delete']).default('leave'),
    markField: technicalNameSchema.optional(),
    maxGonePercent: z.number().int().min(0).max(100).default(10),
  })
  .meta({ id: 'ImportOwnership' })
export type ImportOwnership = z.infer<typeof ownershipSchema>

const mappingParts = {
  /** Left out: as it is found. */
  shape: fileShapeSchema.optional(),
  technicalContentTypeName: technicalNameSchema,
  keyField: technicalNameSchema.optional(),
  columns: z.array(importColumnSchema).min(1).max(maxColumns),
  /** Columns that are made from others, or from nothing. */
  derived: z.array(derivedColumnSchema).max(maxDerived).optional(),
  /** `create` refuses items that are there, `update` those that are not. */
  mode: z.enum(['create', 'update', 'upsert']).default('upsert'),
  /** What an empty cell says: nothing, or that there is no own value. */
  emptyCells: z.enum(['leave', 'clear']).default('leave'),
  /**
   * The column by which rows belong together: a row without a key that has the same cell there as the row before adds what its lists have, such
   * as pictures, to the item of that row.
   */
  joinBy: z.string().min(1).max(maxNameLength).optional(),
  /** What becomes of amounts of a price in currencies that the file has not; left out: `leave`. */
  otherCurrencies: z.enum(['leave', 'clear']).optional(),
  /** Of columns without a reading of their own. `comma`: 1.234,56. */
  numbers: z.enum(['point', 'comma']).default('point'),
  /** Of columns without a reading of their own. What 03/04/2026 is: dates that begin with their year are always read. */
  dates: z.enum(['iso', 'dayFirst', 'monthFirst']).default('iso'),
  /**
   * What the cells of rich texts are, of columns without a reading of their own; left out: `html`. `html`: HTML where a cell has tags or entities, else plain text.
   * `markdown`: CommonMark with tables and ~~strikethrough~~; HTML in it is read as such. A document as an export writes it is read
   * in each.
   */
  richTexts: z.enum(richTextMarkups).optional(),
  /** Whether what the import changes is published. Takes the role publisher. */
  publishes: z.boolean().default(false),
  /** Takes the id of a profile in the mapping. */
  ownership: ownershipSchema.optional(),
}

/**
 * What becomes of the rows of a file. Which item a row is of is said by its id where a column has it, else by the value of `keyField`,
 * a unique field; rows with neither make new items. Columns that are not named here are left alone.
 */
export const importMappingSchema = z
  .strictObject({
    importFileId: idSchema,
    /** The saved profile that this is an import of: its earlier imports tell what was changed since, and what is gone. */
    profileId: idSchema.optional(),
    ...mappingParts,
  })
  .meta({ id: 'ImportMapping' })
export type ImportMapping = z.infer<typeof importMappingSchema>

/** All that the import of a new file needs: with the id of a file it is a mapping. */
export const importProfileSchema = z.strictObject(mappingParts).meta({ id: 'ImportProfile' })
export type ImportProfile = z.infer<typeof importProfileSchema>

/** Whether an import changes what is live, or takes it away, which takes the role publisher. */
export const changesLive = ({ publishes, ownership }: ImportProfile): boolean =>
  publishes || ownership?.whenGone === 'unpublish' || ownership?.whenGone === 'delete'

/** `certain`: the column is called as the field; `likely`: as one of its labels, or nearly so; `guessed`: by what its cells have. */
export const importConfidences = ['certain', 'likely', 'guessed'] as const

export const proposedColumnSchema = z
  .object({
    column: z.string(),
    target: columnTargetSchema,
    confidence: z.enum(importConfidences).nullable(),
    /** As heading and cells show it; of fields whose texts may be written in several ways. */
    reading: columnReadingSchema.optional(),
    /** Cells of the first thousand rows that leave a part of the reading open, or whose words are no value of the field; names of concepts that are not there. */
    openCells: z.array(z.string()).optional(),
  })
  .meta({ id: 'ProposedImportColumn' })
export type ProposedImportColumn = z.infer<typeof proposedColumnSchema>

/** What of a cell was left out when it was read. The row is imported all the same. */
export const importNoteSchema = z
  .object({
    technicalFieldName: z.string(),
    row: count,
    column: z.string(),
    kind: z.enum(leftOutKinds),
    /** Of the element or the attribute, or the address. */
    name: z.string(),
    /** How many times in this cell. */
    count,
  })
  .meta({ id: 'ImportNote' })
export type ImportNote = z.infer<typeof importNoteSchema>

export const importInspectionRequestSchema = z
  .strictObject({ shape: fileShapeSchema.optional(), technicalContentTypeName: technicalNameSchema.optional() })
  .meta({ id: 'ImportInspectionRequest' })
export type ImportInspectionRequest = z.infer<typeof importInspectionRequestSchema>

/** What a file is, from all of its bytes and its first rows; the rehearsal reads the others. */
export const importInspectionSchema = z
  .object({
    /** Null where the file cannot be read; `problems` says why. */
    shape: fileShapeSchema.nullable(),
    /** How the encoding was found: `assumed` is to be looked at. Null of a workbook. */
    encodingFoundBy: z.enum(['byteOrderMark', 'bytes', 'assumed']).nullable(),
    /** The first cell with letters that another encoding would show as others; left out where there is none. */
    encodingSample: z.string().optional(),
    sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
    /** Of XML: elements that rows may be made of, by their path, and how many the beginning of the file has. */
    elements: z.array(z.object({ path: z.string(), count })).optional(),
    columns: z.array(z.string()),
    /** The name of the shop or market that writes files with such headings; left out where none is known. */
    looksLike: z.string().optional(),
    /** Cells as texts, in the order of `columns`; null where the row says nothing of the column. */
    firstRows: z.array(z.array(z.string().nullable())),
    /** For the asked content type; empty without one. */
    proposal: z.array(proposedColumnSchema),
    /** A unique field whose column is there. */
    proposedKeyField: z.string().nullable(),
    /** The column by which rows of one item belong together, where a shop writes such files. */
    proposedJoinBy: z.string().optional(),
    proposedNumbers: z.enum(['point', 'comma']),
    proposedDates: z.enum(['iso', 'dayFirst', 'monthFirst']),
    proposedRichTexts: z.enum(['html', 'markdown']),
    problems: z.array(importFileProblemSchema),
  })
  .meta({ id: 'ImportInspection' })
export type ImportInspection = z.infer<typeof importInspectionSchema>
