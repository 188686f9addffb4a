import { z } from 'zod'
import { idSchema, pageQuery } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { jobPageSchema, jobSchema } from './schemas.ts'

export const jobsRoutes = {
  getJobs: defineRoute({
    method: 'GET',
    path: '/api/jobs',
    summary: 'Work in the background, newest first',
    access: 'tenant',
    query: z.strictObject(pageQuery),
    response: jobPageSchema,
    reads: ['jobs'],
  }),
  getJob: defineRoute({
    method: 'GET',
    path: '/api/jobs/{jobId}',
    summary: 'How far one job is',
    access: 'tenant',
    params: z.strictObject({ jobId: idSchema }),
    response: jobSchema,
    errors: ['NOT_FOUND'],
    reads: ['jobs'],
  }),
}
