import { defineRoute } from '../core/route.ts'
import { contentTopics } from '../core/topics.ts'
import { executePlanSchema, planRequestSchema, planResultSchema, planSchema } from './schemas.ts'

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
    errors: ['NOT_FOUND'],
    reads: ['contentVariation'],
  }),
  executePlan: defineRoute({
    method: 'POST',
    path: '/api/publish-plan/execute',
    summary: 'Do what a plan says, in one transaction, unless what it was made from has changed',
    access: 'tenant',
    role: 'publisher',
    isLong: true,
    body: executePlanSchema,
    response: planResultSchema,
    errors: ['NOT_FOUND', 'PLAN_OUTDATED', 'VALIDATION_FAILED', 'UNIQUENESS_CONFLICT'],
    changes: contentTopics,
  }),
}
