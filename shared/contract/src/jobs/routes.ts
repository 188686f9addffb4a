import { z } from 'zod'
import { idSchema, pageQuery } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { jobPageSchema, jobSchema } from './schemas.ts'

const params = z.strictObject({ jobId: idSchema })

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
    params,
    response: jobSchema,
    errors: ['NOT_FOUND'],
    reads: ['jobs'],
  }),
  takeOverJob: defineRoute({
    method: 'POST',
    path: '/api/jobs/{jobId}/take-over',
    summary: 'Go on with a job whose person may not do it any more: from now on it runs on behalf of the caller',
    access: 'tenant',
    role: 'editor',
    params,
    response: jobSchema,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_TRANSITION'],
    changes: ['jobs'],
  }),
  endJob: defineRoute({
    method: 'POST',
    path: '/api/jobs/{jobId}/end',
    summary: 'End a job whose person may not do it any more; what it has done stays',
    access: 'tenant',
    role: 'editor',
    params,
    response: jobSchema,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'INVALID_TRANSITION'],
    changes: ['jobs'],
  }),
}
