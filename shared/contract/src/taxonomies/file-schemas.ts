import { z } from 'zod'
import { idSchema, queryInteger } from '../core/primitives.ts'

/** Rows of a file of concepts. A larger taxonomy is imported in several files: each may name parents of the ones before. */
export const maxImportedConcepts = 25_000
export const maxConceptFileBytes = 16 * 2 ** 20

/** `turtle` and `jsonld` are SKOS. Of a workbook (`xlsx`) the first sheet that is shown is read. */
export const conceptFileFormatSchema = z.enum(['csv', 'turtle', 'jsonld', 'xlsx'])
export type ConceptFileFormat = z.infer<typeof conceptFileFormatSchema>

/**
 * What can be wrong with a file of concepts. Those about the file or one of its columns end the reading; the others are about a
 * row. `UNREADABLE`: the file is not of its format, or not beyond a row; `message` says why. `SEVERAL_VALUES` and
 * `SEVERAL_PARENTS`: SKOS that says more than one where a concept has one name in a language, one code and one place.
 */
export const conceptFileProblemCodeSchema = z.enum([
  'UNREADABLE',
  'NO_NAMES',
  'LANGUAGE_INVALID',
  'TOO_MANY_LANGUAGES',
  'DUPLICATE_COLUMN',
  'TOO_MANY_ROWS',
  'ROW_SPOILT',
  'NAME_MISSING',
  'TOO_LONG',
  'TOO_MANY_SYNONYMS',
  'POSITION_INVALID',
  'DUPLICATE_ROW',
  'CODE_TAKEN',
  'NAME_TAKEN',
  'UNKNOWN_PARENT',
  'NAME_AMBIGUOUS',
  'PATH_INVALID',
  'CYCLE',
  'TOO_DEEP',
  'SEVERAL_VALUES',
  'SEVERAL_PARENTS',
])
export type ConceptFileProblemCode = z.infer<typeof conceptFileProblemCodeSchema>

export const conceptFileProblemSchema = z
  .object({
    code: conceptFileProblemCodeSchema,
    /** For developers: screens show words of their own for the code. */
    message: z.string(),
    /** The name of the column, as the file has it. */
    column: z.string().optional(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'ConceptFileProblem' })
export type ConceptFileProblem = z.infer<typeof conceptFileProblemSchema>

/**
 * What becomes of a row: a concept is made, its words change, it gets another place, or nothing. A concept whose words and
 * place change is one of `change`. `merged`: its concept was merged into another one, and nothing is done.
 */
export const conceptRowOutcomeSchema = z.enum(['create', 'change', 'move', 'nothing', 'merged', 'problem'])
export type ConceptRowOutcome = z.infer<typeof conceptRowOutcomeSchema>

/** A text, a code or a place of a concept before and after; undefined where there is none, for `parent` at the top of the tree. */
export const conceptFileChangeSchema = z
  .object({
    part: z.enum(['name', 'description', 'synonyms', 'code', 'parent', 'position']),
    language: z.string().optional(),
    /** Long texts are cut around the first difference. Synonyms have `|` between them, parents are named in the default language. */
    before: z.string().optional(),
    after: z.string().optional(),
  })
  .meta({ id: 'ConceptFileChange' })
export type ConceptFileChange = z.infer<typeof conceptFileChangeSchema>

export const conceptFileRowSchema = z
  .object({
    /** As a spreadsheet counts: the names of the columns stand in row 1. Of SKOS, the concepts of the file from 1. */
    row: z.number().int(),
    code: z.string().optional(),
    /** In the default language, as it will be; empty where the row has none. */
    name: z.string(),
    outcome: conceptRowOutcomeSchema,
    /** What differs: `friendlyName`, `description`, `code`, `names`, `descriptions`, `synonyms`, `parent`, `position`. */
    changed: z.array(z.string()),
    /** The same in words, of a concept that is there already. */
    changes: z.array(conceptFileChangeSchema),
    problems: z.array(conceptFileProblemSchema),
  })
  .meta({ id: 'ConceptFileRow' })
export type ConceptFileRow = z.infer<typeof conceptFileRowSchema>

const counts = z.object({
  create: z.number().int(),
  change: z.number().int(),
  move: z.number().int(),
  nothing: z.number().int(),
  merged: z.number().int(),
  problem: z.number().int(),
})

/** What an import would do. With problems, of the file or of a row, it cannot be executed. */
export const conceptImportPlanSchema = z
  .object({
    /** Changes with the file, with the taxonomy and with how the file is read. */
    fingerprint: z.string(),
    /** `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`; undefined where the file is no text. */
    encoding: z.string().optional(),
    /** The languages of the file, as they will be stored. */
    languages: z.array(z.string()),
    /** The language of the file whose words are taken for those of the tenant's default language. */
    readAsDefault: z.string().optional(),
    /** Columns that mean nothing here and are left aside. */
    ignoredColumns: z.array(z.string()),
    counts,
    /** Of the file as a whole. */
    problems: z.array(conceptFileProblemSchema),
    /** The first of each outcome except `nothing`, in the order of the file. */
    rows: z.array(conceptFileRowSchema),
  })
  .meta({ id: 'ConceptImportPlan' })
export type ConceptImportPlan = z.infer<typeof conceptImportPlanSchema>

export const conceptImportResultSchema = z.object({ counts }).meta({ id: 'ConceptImportResult' })
export type ConceptImportResult = z.infer<typeof conceptImportResultSchema>

/** How a file of concepts is read. */
export const conceptImportQuery = {
  format: conceptFileFormatSchema.default('csv'),
  /** What an empty cell means: the concept keeps what it has, or loses it. An empty `parent` is always the top of the tree. In SKOS
   * a text is empty where the file has such texts in that language for other concepts; codes and places are kept. */
  emptyCells: z.enum(['keep', 'clear']).default('keep'),
}

export const conceptPlanRowsQuery = {
  ...conceptImportQuery,
  /** Rows of each outcome that are answered. */
  rows: queryInteger(0, 1_000).default(100),
}

/** Null where there was none, it changed nothing, or it was taken back. */
export const lastConceptImportSchema = z
  .object({
    last: z
      .object({
        importId: idSchema,
        madeAt: z.string(),
        createdCount: z.number().int(),
        changedCount: z.number().int(),
      })
      .nullable(),
  })
  .meta({ id: 'LastConceptImport' })
export type LastConceptImport = z.infer<typeof lastConceptImportSchema>

export const undoConceptImportSchema = z.strictObject({ importId: idSchema }).meta({ id: 'UndoConceptImport' })

/**
 * Why a concept stays as it is: somebody has changed it since, or deleted it; content carries it; others stand below it; its name,
 * its code or its place of before is taken.
 */
export const conceptLeftAloneSchema = z
  .object({
    conceptId: idSchema,
    name: z.string(),
    reason: z.enum(['changed', 'gone', 'inUse', 'hasChildren', 'conflict']),
  })
  .meta({ id: 'ConceptLeftAlone' })
export type ConceptLeftAlone = z.infer<typeof conceptLeftAloneSchema>

export const conceptImportUndoneSchema = z
  .object({
    restoredCount: z.number().int(),
    deletedCount: z.number().int(),
    /** The first hundred. */
    left: z.array(conceptLeftAloneSchema),
    leftCount: z.number().int(),
  })
  .meta({ id: 'ConceptImportUndone' })
export type ConceptImportUndone = z.infer<typeof conceptImportUndoneSchema>
