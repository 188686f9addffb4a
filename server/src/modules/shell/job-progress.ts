import type { contract, Job } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { recordChange } from '../audit/index.ts'

export function jobsHandlers({
  database,
  jobs,
}: {
  readonly database: Database
  readonly jobs: Jobs
}): Handlers<typeof contract.jobs> {
  const read = async (tenantId: string, jobId: string): Promise<Job> => {
    const job = await jobs.find(tenantId, jobId)
    if (job === undefined) throw new Problem('NOT_FOUND')
    return job
  }

  /** A step with a job that waits for somebody who may do it: the caller has to be one. */
  const decide = async ({ tenant, user }: TenantContext, jobId: string, step: 'takeOver' | 'end'): Promise<Job> => {
    const { tenantId, role } = tenant
    const { kind } = await read(tenantId, jobId)
    await database.inTenant(tenantId, async (trx) => {
      const paused = await jobs.findPaused(trx, tenantId, jobId)
      if (paused === undefined)
        throw new Problem('INVALID_TRANSITION', { message: 'The job does not wait for anybody.' })
      const { needs, reason, userId: from } = paused
      if (!reaches(role, needs))
        throw new Problem('FORBIDDEN', { message: `This takes the role ${needs}; yours here is ${role}.` })
      const act = step === 'takeOver' ? jobs.takeOver : jobs.endPaused
      if (!(await act(trx, tenantId, jobId, user.userId))) throw new Problem('INVALID_TRANSITION')
      await recordChange(trx, tenantId, {
        userId: user.userId,
        action: `job.${step}`,
        entityKind: 'job',
        entityId: jobId,
        details: { kind, from, reason },
      })
    })
    return read(tenantId, jobId)
  }

  return {
    getJobs: ({ query, context }) => jobs.list(context.tenant.tenantId, query),
    getJob: ({ params, context }) => read(context.tenant.tenantId, params.jobId),
    takeOverJob: ({ params, context }) => decide(context, params.jobId, 'takeOver'),
    endJob: ({ params, context }) => decide(context, params.jobId, 'end'),
  }
}
