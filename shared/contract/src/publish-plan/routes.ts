import { z } from 'zod'
import { idSchema, pageQuery } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { contentTopics } from '../core/topics.ts'
import { executePlanSchema, keptPlanPageSchema, planRequestSchema, planResultSchema, planSchema } from './schemas.ts'

export const publishPlanRoutes = {
  makePlan: defineRoute({
    method: 'POST',
    path: '/api/publish-plan',
    summary:
      'What steps of the lifecycle would do: what delivery answers before and after, what blocks them, what to know',
    access: 'tenant',
    isLong: true,
    body: planRequestSchema,
    response: planSchema,
    errors: ['NOT_FOUND', 'ALREADY_RUNNING'],
    reads: ['contentVariation', 'jobs'],
  }),
  getPlans: defineRoute({
    method: 'GET',
    path: '/api/publish-plan',
    summary: 'The plans that are kept, the latest first. A plan is kept for seven days.',
    access: 'tenant',
    role: 'publisher',
    query: z.strictObject(pageQuery),
    response: keptPlanPageSchema,
    reads: ['contentVariation', 'jobs'],
  }),
  getPlan: defineRoute({
    method: 'GET',
    path: '/api/publish-plan/{planId}',
    summary: 'A plan that is kept, because it is for more items than a call looks at: how far it is, and a page of it',
    access: 'tenant',
    isLong: true,
    params: z.strictObject({ planId: idSchema }),
    query: z.strictObject(pageQuery),
    response: planSchema,
    errors: ['NOT_FOUND'],
    reads: ['contentVariation', 'jobs'],
  }),
  executePlan: defineRoute({
    method: 'POST',
    path: '/api/publish-plan/execute',
    summary:
      'Do what a plan says, in one transaction, unless what it was made from has changed; a plan that is kept is done by a job',
    access: 'tenant',
    role: 'publisher',
    isLong: true,
    body: executePlanSchema,
    response: planResultSchema,
    errors: ['NOT_FOUND', 'PLAN_OUTDATED', 'VALIDATION_FAILED', 'UNIQUENESS_CONFLICT'],
    changes: [...contentTopics, 'jobs'],
  }),
}
