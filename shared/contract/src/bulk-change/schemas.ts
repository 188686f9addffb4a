import { z } from 'zod'
import { batchItemSchema, keptSchema } from '../content-item/batch-schemas.ts'
import { fieldStateSchema } from '../content-variation/schemas.ts'
import { maxItemsPerBatch, partProblemSchema } from '../core/batch.ts'
import { filledText, idSchema, pageOf, pageQuery, timeSchema } from '../core/primitives.ts'
import { fieldErrorSchema } from '../core/problem.ts'
import { importMappingSchema, importNoteSchema, whenChangedSchema } from '../import/schemas.ts'
import { pausedJobSchema } from '../jobs/schemas.ts'
import { searchInputSchema } from '../search/schemas.ts'
import { askedEditSchema, bulkEditSchema } from './edits.ts'
import { maxBulkChangeRows } from './limits.ts'

/** Ids that one request may name; more of them are found by a search. */
export const maxNamedItems = 5_000

const name = { name: filledText(200).optional() }

/** `versions`: what the caller saw, by variation; a row of which one has moved on is a problem of the rehearsal. */
const namedItem = z.strictObject({
  contentItemId: idSchema,
  versions: z.record(idSchema, z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
})

/**
 * `inherited`: what edits do that make a new value of an old one (append, replaceText, calculate, entries) where the old one
 * is inherited. `leave`: nothing; `takeOver`: the result becomes an own value.
 */
const edits = {
  edits: z.array(askedEditSchema).min(1).max(20),
  /** Left out: the variation of the search, or the default one. */
  variationIds: z.array(idSchema).min(1).max(200).optional(),
  inherited: z.enum(['leave', 'takeOver']).default('leave'),
}
const ofSelection = z.strictObject({ ...name, selection: searchInputSchema, ...edits })
const ofNamed = z.strictObject({ ...name, items: z.array(namedItem).min(1).max(maxNamedItems), ...edits })
/** Changes item by item, as a batch takes them; `mode` as there. */
const ofRows = z.strictObject({
  ...name,
  rows: z.array(batchItemSchema).min(1).max(maxItemsPerBatch),
  mode: z.enum(['create', 'update', 'upsert']).default('upsert'),
})
/** What the rows of a file say; the job reads them. */
const ofFile = z.strictObject({ ...name, file: importMappingSchema })
/** Takes back what another bulk change has written, where nobody has changed it since. */
const ofEarlier = z.strictObject({ ...name, undoOf: idSchema })

export const bulkChangeRequestSchema = z
  .union([ofSelection, ofNamed, ofRows, ofFile, ofEarlier])
  .meta({ id: 'BulkChangeRequest' })
export type BulkChangeRequest = z.infer<typeof bulkChangeRequestSchema>

/**
 * `rehearsing`: a job works out what would change. `ready`: it can be executed. `executing`, `paused`, `done`, `cancelled`:
 * what was written until then stays written. `failed`: `problem` says why; it can be resumed.
 */
export const bulkChangeStates = ['rehearsing', 'ready', 'executing', 'paused', 'done', 'cancelled', 'failed'] as const
export const bulkChangeStateSchema = z.enum(bulkChangeStates).meta({ id: 'BulkChangeState' })
export type BulkChangeState = z.infer<typeof bulkChangeStateSchema>

export const bulkChangeActions = ['execute', 'pause', 'resume', 'cancel', 'rehearse', 'undo'] as const
export type BulkChangeAction = (typeof bulkChangeActions)[number]

/** Of the rehearsal: what would become of the item. */
export const rowOutcomes = ['changed', 'created', 'deleted', 'unchanged', 'problem'] as const
export type RowOutcome = (typeof rowOutcomes)[number]
/** Of the execution. `outdated`: the item is no longer as the rehearsal saw it, and was left as it is. */
export const rowResults = ['done', 'outdated', 'failed'] as const
export type RowResult = (typeof rowResults)[number]

const count = z.number().int()
/**
 * Rows by outcome and by result. `leftOut` rows are counted there alone until they are taken in again; `noted` are those of a file of
 * which something was left out, whatever becomes of them. Of imports by a profile: `changedSince` rows have values that somebody has changed since;
 * `gone` are the rows of items that the file does not have, of `known` that earlier imports had.
 * No rows: `newOptions` and `newConcepts` are what the execution makes first, and `missingNames` what the file names that is neither there nor made.
 */
export const bulkChangeCountsSchema = z
  .object({
    rows: count,
    changed: count,
    created: count,
    deleted: count,
    unchanged: count,
    problem: count,
    leftOut: count,
    done: count,
    outdated: count,
    failed: count,
    noted: count,
    changedSince: count.optional(),
    gone: count.optional(),
    known: count.optional(),
    newOptions: count.optional(),
    newConcepts: count.optional(),
    missingNames: count.optional(),
  })
  .meta({ id: 'BulkChangeCounts' })
export type BulkChangeCounts = z.infer<typeof bulkChangeCountsSchema>

export const bulkChangeSchema = z
  .object({
    bulkChangeId: idSchema,
    name: z.string().nullable(),
    /** Where its rows come from. */
    source: z.enum(['selection', 'items', 'rows', 'file', 'undo']),
    /** Of the source `file`: what is imported. */
    importedFile: z.object({ fileName: z.string(), mapping: importMappingSchema }).nullable(),
    edits: z.array(bulkEditSchema),
    /** Whether it also says that texts which are out of date are right; apart from `edits`, whose readers know their kinds. */
    marksTranslated: z.boolean(),
    variationIds: z.array(idSchema),
    undoOf: idSchema.nullable(),
    /** A plan has written its rows; their source is `rows`. */
    byPlan: z.boolean().optional(),
    /** Of a run of a schedule. */
    scheduleId: idSchema.optional(),
    state: bulkChangeStateSchema,
    allowedActions: z.array(z.enum(bulkChangeActions)),
    jobId: idSchema.nullable(),
    /** Stands for the rehearsal and the rows that are left out: what is executed is what was seen. */
    fingerprint: z.string(),
    counts: bulkChangeCountsSchema,
    problem: partProblemSchema.nullable(),
    /** It waits for somebody who may do it: `resume` takes it over, `cancel` ends it. */
    paused: pausedJobSchema.optional(),
    createdAt: timeSchema,
    createdBy: z.string(),
    executedBy: z.string().nullable(),
    endedAt: timeSchema.nullable(),
  })
  .meta({ id: 'BulkChange' })
export type BulkChange = z.infer<typeof bulkChangeSchema>
export const bulkChangePageSchema = pageOf(bulkChangeSchema).meta({ id: 'BulkChangePage' })

/** `isLeftOut`: the values are too long for a row; the history of the variation has them. */
export const bulkFieldChangeSchema = z
  .object({
    variationId: idSchema,
    /**
     * `$name` is the name of the item, `$deliveryTargets` its channels, `$outdated` the fields whose texts are behind their sources,
     * `$publish` the version that is live, `$deleted` whether it is deleted.
     */
    technicalFieldName: z.string(),
    before: fieldStateSchema.nullable(),
    after: fieldStateSchema.nullable(),
    isLeftOut: z.boolean().optional(),
  })
  .meta({ id: 'BulkFieldChange' })
export type BulkFieldChange = z.infer<typeof bulkFieldChangeSchema>

/**
 * A value of a field that the source owns, and that somebody has changed since the profile wrote it: `before` as it stands, `after` as the file
 * has it. `$publish`: unpublished changes, which a publish would make live.
 */
export const changedSinceSchema = bulkFieldChangeSchema
  .extend({ by: z.string(), at: timeSchema, choice: whenChangedSchema })
  .meta({ id: 'ChangedSince' })
export type ChangedSince = z.infer<typeof changedSinceSchema>

/** What is wrong in rows of a bulk change, by column of the file, or by field where there is none; the most frequent first, at most fifty. */
export const columnProblemsSchema = z
  .object({
    problems: z.array(
      z.object({
        /** Null: of a field, or of the whole row. */
        column: z.string().nullable(),
        /** Of the first of these rows. */
        error: fieldErrorSchema,
        rowCount: count,
      }),
    ),
  })
  .meta({ id: 'BulkChangeColumnProblems' })
export type ColumnProblems = z.infer<typeof columnProblemsSchema>

const additionCounts = z.object({ options: count, concepts: count })

/** An option or a concept that cells of a file name and that is not there. */
export const missingNameSchema = z
  .object({
    technicalFieldName: z.string(),
    /** The columns of the file that go to the field. */
    columns: z.array(z.string()),
    kind: z.enum(['option', 'concept']),
    /** As the first of its cells has it; a concept with those above it in front, between `>`. */
    text: z.string(),
    /** Rows, or items of several rows, that name it. */
    rowCount: count,
    /** Whether the execution makes it, as the mapping says. */
    isAdded: z.boolean(),
  })
  .meta({ id: 'MissingName' })
export type MissingName = z.infer<typeof missingNameSchema>

/**
 * What a file names that is not there, and what is made for it.
 * - `names`: the thousand most frequent, by column; `leftOutNames` are more.
 * - `concepts`: those that the execution makes, by the ids that rows name them by before they are there.
 * - `made`: by the execution; what another import had made meanwhile is not counted. Null before.
 * - `takenBack`: of an undo: what was removed, and the texts of what stays, as something uses it. Null before.
 */
export const importAdditionsSchema = z
  .object({
    names: z.array(missingNameSchema),
    leftOutNames: count,
    concepts: z.array(z.object({ conceptId: idSchema, name: z.string() })),
    made: additionCounts.nullable(),
    takenBack: additionCounts.extend({ kept: z.array(z.string()) }).nullable(),
  })
  .meta({ id: 'ImportAdditions' })
export type ImportAdditions = z.infer<typeof importAdditionsSchema>

export const bulkChangeRowSchema = z
  .object({
    /** Counts from 0; names the row in `leaveOutRows`. */
    position: count,
    /** Of the source `file`: the row of the file, as a spreadsheet counts. */
    fileRow: count.nullable(),
    contentItemId: idSchema.nullable(),
    name: z.string().nullable(),
    technicalContentTypeName: z.string().nullable(),
    /** Null until it is rehearsed. */
    outcome: z.enum(rowOutcomes).nullable(),
    isLeftOut: z.boolean(),
    changes: z.array(bulkFieldChangeSchema),
    /** Changes beyond those in `changes`, which are too many for a row. */
    leftOutChanges: count,
    /** By variation, the version that the rehearsal saw. */
    versions: z.record(z.string(), count),
    /** In an undo: what somebody has changed since, which stays as it is. */
    kept: z.array(keptSchema),
    /** Of the source `file`: what was left out of its cells; of one row at most fifty. */
    notes: z.array(importNoteSchema),
    /** Pictures that the file names by address and that the execution will fetch, with the ids of the media items that they become. */
    fetched: z.array(z.object({ contentItemId: idSchema, address: z.string() })).optional(),
    /** Of an import by a profile; of one row at most a hundred. */
    changedSince: z.array(changedSinceSchema).optional(),
    /** Earlier imports of the profile had the item, and this file has not. */
    isGone: z.boolean().optional(),
    problem: partProblemSchema.nullable(),
    result: z.enum(rowResults).nullable(),
  })
  .meta({ id: 'BulkChangeRow' })
export type BulkChangeRow = z.infer<typeof bulkChangeRowSchema>
export const bulkChangeRowPageSchema = pageOf(bulkChangeRowSchema).meta({ id: 'BulkChangeRowPage' })

export const rowFilters = [
  ...rowOutcomes,
  'leftOut',
  'kept',
  'noted',
  'changedSince',
  'gone',
  ...rowResults,
  'open',
] as const
export const rowFilterSchema = z.enum(rowFilters)
/** `open`: neither done nor left out nor unchanged. */
export type RowFilter = z.infer<typeof rowFilterSchema>

/** By position, or all that a filter finds. */
export const leaveOutSchema = z
  .union([
    z.strictObject({
      positions: z.array(z.number().int().min(0).max(maxBulkChangeRows)).min(1).max(1_000),
      isLeftOut: z.boolean(),
    }),
    z.strictObject({ filter: rowFilterSchema, isLeftOut: z.boolean() }),
  ])
  .meta({ id: 'LeaveOut' })
export type LeaveOut = z.infer<typeof leaveOutSchema>

/** Of rows with values that somebody has changed since; they are rehearsed again. */
export const chooseChangedSchema = z
  .union([
    z.strictObject({
      positions: z.array(z.number().int().min(0).max(maxBulkChangeRows)).min(1).max(1_000),
      whenChanged: whenChangedSchema,
    }),
    z.strictObject({ filter: z.literal('changedSince'), whenChanged: whenChangedSchema }),
  ])
  .meta({ id: 'ChooseChanged' })
export type ChooseChanged = z.infer<typeof chooseChangedSchema>

export const rowQuery = { ...pageQuery, filter: rowFilterSchema.optional() }
