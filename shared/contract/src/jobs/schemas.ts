import { z } from 'zod'
import { idSchema, pageOf, timeSchema } from '../core/primitives.ts'

export const jobStatusSchema = z.enum(['queued', 'running', 'done', 'failed'])
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
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof jobSchema>
export const jobPageSchema = pageOf(jobSchema).meta({ id: 'JobPage' })
