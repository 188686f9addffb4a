import { z } from 'zod'
import { idSchema, pageOf, timeSchema } from '../core/primitives.ts'
import { roles } from '../core/roles.ts'

export const jobStatusSchema = z.enum(['queued', 'running', 'done', 'failed'])
/** Why jobs stop that act for a person: who is no member any more, has too low a role, or was not seen for long. */
export const pauseReasons = ['OWNER_GONE', 'OWNER_ROLE', 'OWNER_UNSEEN'] as const
export const pausedJobSchema = z
  .object({
    reason: z.enum(pauseReasons),
    /** Who may not do it any more. */
    userId: z.string(),
    /** The role that it takes. */
    needs: z.enum(roles),
  })
  .meta({ id: 'PausedJob' })
export type PausedJob = z.infer<typeof pausedJobSchema>

export const jobSchema = z
  .object({
    jobId: idSchema,
    kind: z.string(),
    status: jobStatusSchema,
    doneCount: z.number().int(),
    totalCount: z.number().int().nullable(),
    createdAt: timeSchema,
    startedAt: timeSchema.nullable(),
    finishedAt: timeSchema.nullable(),
    createdBy: z.string(),
    result: z.record(z.string(), z.unknown()).nullable(),
    error: z.string().nullable(),
    /** It waits until somebody who may do it takes it over, or ends it. */
    paused: pausedJobSchema.optional(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof jobSchema>
export const jobPageSchema = pageOf(jobSchema).meta({ id: 'JobPage' })
