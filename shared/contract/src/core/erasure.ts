import { z } from 'zod'
import { idSchema } from './primitives.ts'

/**
 * What an erasure removed, without what it was: how many of each kind. The bytes of files and the last traces (kept
 * answers, events) go by a job; while its `status` is not `done` they are not counted yet, and the job's result has them.
 */
export const erasureSchema = z
  .object({
    removed: z.record(z.string(), z.number().int()),
    jobId: idSchema,
    status: z.enum(['queued', 'running', 'done', 'failed']),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof erasureSchema>
