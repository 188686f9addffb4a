import type { z } from 'zod'
import { problemSchema } from './problem.ts'

/** Items or concepts of one batch. The size of a body holds as for any call, so callers with large items cut earlier. */
export const maxItemsPerBatch = 1_000

/** What one part of a batch was refused for: a problem without the trace id, which belongs to the whole answer. */
export const partProblemSchema = problemSchema.omit({ traceId: true }).meta({ id: 'PartProblem' })
export type PartProblem = z.infer<typeof partProblemSchema>
