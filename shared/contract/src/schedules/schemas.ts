import { z } from 'zod'
import { bulkChangeCountsSchema } from '../bulk-change/schemas.ts'
import { filledText, idSchema, timeSchema, versionSchema } from '../core/primitives.ts'
import { maxAddressLength } from '../import/limits.ts'
import {
  clockPattern,
  folderPattern,
  maxKeptFiles,
  runOutcomes,
  scheduleStates,
  stopReasons,
  timeZonePattern,
} from './limits.ts'

/* Named one by one: the file of limits is also read without this one. */
export {
  maxFailuresInARow,
  maxSchedules,
  ownerUnseenDays,
  type RunOutcome,
  type RunProblemCode,
  type StopReason,
} from './limits.ts'

const clock = z.string().regex(clockPattern, 'is a time of the day such as 06:30')
/** A name of the time zone database, such as `Europe/Stockholm` or `UTC`. */
const timeZone = z.string().max(100).regex(timeZonePattern, 'is a time zone such as Europe/Stockholm')

/**
 * When. A time of the day that a change to summer time skips is taken at the end of the gap; one that comes twice, the first
 * time. `weekdays`: 1 is Monday, 7 is Sunday.
 */
export const scheduleTimesSchema = z
  .discriminatedUnion('every', [
    z.strictObject({ every: z.literal('hour'), minute: z.number().int().min(0).max(59) }),
    z.strictObject({ every: z.literal('day'), at: clock, timeZone }),
    z.strictObject({
      every: z.literal('week'),
      weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
      at: clock,
      timeZone,
    }),
  ])
  .meta({ id: 'ScheduleTimes' })
export type ScheduleTimes = z.infer<typeof scheduleTimesSchema>

/** `address`: https, of a host that an administrator of the tenant has allowed. `folder`: a folder of the tenant in the store. */
export const scheduleSourceSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('address'), address: filledText(maxAddressLength) }),
    z.strictObject({
      kind: z.literal('folder'),
      folder: z.string().regex(folderPattern, 'is small letters, digits and -'),
    }),
  ])
  .meta({ id: 'ScheduleSource' })
export type ScheduleSource = z.infer<typeof scheduleSourceSchema>

/**
 * After the rehearsal. `runFaultless`: executed where no row has a problem. `runAll`: executed with the rows that have none. `wait`: a
 * person looks at it and executes it.
 */
export const afterRehearsals = ['runFaultless', 'runAll', 'wait'] as const

const keep = z.number().int().min(1).max(maxKeptFiles)
/**
 * `folder`: a folder of the tenant in the store, for a program that reads it. `downloads`: to be downloaded here. Of both the last files
 * are kept, each under a name of its own.
 */
export const scheduleDestinationSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('folder'),
      folder: z.string().regex(folderPattern, 'is small letters, digits and -'),
      keep: keep.default(30),
    }),
    z.strictObject({ kind: z.literal('downloads'), keep: keep.default(10) }),
  ])
  .meta({ id: 'ScheduleDestination' })
export type ScheduleDestination = z.infer<typeof scheduleDestinationSchema>

const common = { name: filledText(200), savedChoiceId: idSchema, times: scheduleTimesSchema }

/**
 * A profile and when it runs. Whoever makes it, changes it or resumes it answers for it: it does what that person may do, and stops
 * where they are no member any more.
 */
export const newScheduleSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('import'),
      ...common,
      source: scheduleSourceSchema,
      afterRehearsal: z.enum(afterRehearsals).default('runFaultless'),
    }),
    z.strictObject({ kind: z.literal('export'), ...common, destination: scheduleDestinationSchema }),
  ])
  .meta({ id: 'NewSchedule' })
export type NewSchedule = z.infer<typeof newScheduleSchema>

/** Screens have words of their own for each code: those of fetching a file, those of a stop, and those of a run. */
export const runProblemSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'ScheduleRunProblem' })
export type RunProblem = z.infer<typeof runProblemSchema>

export const scheduleRunSchema = z
  .object({
    runId: idSchema,
    begunAt: timeSchema,
    endedAt: timeSchema.nullable(),
    /** Who has asked for it; null of one that was due. */
    askedBy: z.string().nullable(),
    /** Null while it is under way. */
    outcome: z.enum(runOutcomes).nullable(),
    problem: runProblemSchema.nullable(),
    fileName: z.string().nullable(),
    /** The bulk change that it has made: its rows, its report, its undo. */
    bulkChangeId: idSchema.nullable(),
    /** Of the bulk change, when the run ended. */
    counts: bulkChangeCountsSchema.nullable(),
    /** Of the file that it has written. */
    byteSize: z.number().int().nullable(),
    /** Whether the file that it has written is still kept. */
    hasFile: z.boolean(),
  })
  .meta({ id: 'ScheduleRun' })
export type ScheduleRun = z.infer<typeof scheduleRunSchema>

const stored = {
  scheduleId: idSchema,
  /** Of the profile; null where it is gone, or the caller does not see it. */
  profileName: z.string().nullable(),
  state: z.enum(scheduleStates),
  /** Of one that has stopped by itself. */
  stopReason: z.enum(stopReasons).nullable(),
  /** Null of one that is paused or has stopped. */
  nextAt: timeSchema.nullable(),
  /** Since the last run that has not failed. */
  failuresInARow: z.number().int(),
  lastRun: scheduleRunSchema.nullable(),
  /** The person who answers for it. */
  ownerId: z.string(),
  version: versionSchema,
  changedAt: timeSchema,
}
const { name, savedChoiceId, times } = { name: z.string(), savedChoiceId: idSchema, times: scheduleTimesSchema }
export const scheduleSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('import'),
      name,
      savedChoiceId,
      times,
      source: scheduleSourceSchema,
      /** Of a folder: where its files lie in the store of the installation. */
      folderPath: z.string().nullable(),
      afterRehearsal: z.enum(afterRehearsals),
      ...stored,
    }),
    z.object({
      kind: z.literal('export'),
      name,
      savedChoiceId,
      times,
      destination: scheduleDestinationSchema,
      /** Of a folder: where its files are written to in the store of the installation. */
      folderPath: z.string().nullable(),
      ...stored,
    }),
  ])
  .meta({ id: 'Schedule' })
export type Schedule = z.infer<typeof scheduleSchema>
