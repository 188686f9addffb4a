import type { contract } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

export const jobsHandlers = ({ jobs }: { readonly jobs: Jobs }): Handlers<typeof contract.jobs> => ({
  getJobs: ({ query, context }) => jobs.list(context.tenant.tenantId, query),
  getJob: async ({ params, context }) => {
    const job = await jobs.find(context.tenant.tenantId, params.jobId)
    if (job === undefined) throw new Problem('NOT_FOUND')
    return job
  },
})
