import type { Job } from '@pim/contract'
import { topicsOfJob, topicsUnderWay } from '@pim/contract/jobs/topics.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type CallBackEnd, callBackEndOf } from './back-end.ts'
import { lineOfCall } from './calls.ts'
import { type ApiClient, type CallOptions, clientOf } from './client.ts'
import type { Operation, RequestOf, ResponseOf } from './operations.ts'
import { keyOfBackEnd } from './query-keys.ts'
import { topicChangesOf } from './topic-changes.ts'

/** The jobs that were seen under way, with how much of them was done, and the ids of those that were seen to have ended. */
interface SeenJobs {
  readonly underWay: Map<string, number>
  readonly ended: Set<string>
}
const seenJobsOf = new WeakMap<QueryClient, SeenJobs>()

/**
 * A client that makes the queries of `queryClient` follow its calls: after each call they are stale where they read a
 * topic that the call changes, or that a job changes which the answer shows to have ended. The calls are for `tenantId`,
 * unless they name another one.
 */
export function followingClient(client: ApiClient, queryClient: QueryClient, tenantId?: string): ApiClient {
  const changes = topicChangesOf(queryClient)
  const seen = seenJobsOf.get(queryClient) ?? { underWay: new Map(), ended: new Set() }
  seenJobsOf.set(queryClient, seen)

  const call = async <O extends Operation>(operation: O, request: RequestOf<O>, options: CallOptions = {}) => {
    const owner = options.tenantId ?? tenantId
    const { changes: changed } = lineOfCall(operation)
    try {
      const answer = await client.call(operation, request, { ...options, ...(owner ? { tenantId: owner } : {}) })
      changes.add(owner, changed, options.leaves)
      for (const job of jobsIn(operation, answer)) {
        if (hasGoneOn(job, seen)) changes.add(owner, topicsUnderWay(job.kind))
        if (hasNewlyEnded(job, seen, operation === 'jobs.getJob')) changes.add(owner, topicsOfJob(job.kind))
      }
      return answer
    } catch (failure) {
      // The screen stays, and has to show what there is now, under the words that were typed.
      if (isBehind(failure)) changes.add(owner, changed)
      throw failure
    }
  }
  const callBackEnd: CallBackEnd = async (section, path, request = {}) => {
    const owner = request.tenantId ?? tenantId
    try {
      return await callBackEndOf(client)(section, path, { ...request, ...(owner ? { tenantId: owner } : {}) })
    } finally {
      // Nobody here knows what it has changed; an error may come after the change.
      if ((request.method ?? 'GET') !== 'GET')
        void queryClient.invalidateQueries({ queryKey: keyOfBackEnd(owner, section) })
    }
  }
  return clientOf(call, callBackEnd)
}

/** Whether somebody else was faster, or the change may have been made although its answer was lost. */
function isBehind(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const { kind, problem } = failure
  return (
    kind === 412 ||
    kind === 'TIMEOUT_ERROR' ||
    kind === 'PARSING_ERROR' ||
    failure.isOutcomeUnknown ||
    problem?.code === 'PLAN_OUTDATED'
  )
}

function jobsIn<O extends Operation>(operation: O, answer: ResponseOf<O>): readonly Job[] {
  if (operation === 'jobs.getJob') return [answer as ResponseOf<'jobs.getJob'>]
  if (operation === 'jobs.getJobs') return (answer as ResponseOf<'jobs.getJobs'>).items
  return []
}

/** True where more of a job is done than when it was looked at before. */
const hasGoneOn = ({ jobId, doneCount, finishedAt }: Job, { underWay }: SeenJobs): boolean =>
  finishedAt === null && doneCount > (underWay.get(jobId) ?? 0)

/**
 * Whether a job has ended since it was looked at before. Who asks for one job by its id follows it: its end is news at
 * the first look too, as of a job that was faster than that look.
 */
function hasNewlyEnded(
  { jobId, doneCount, finishedAt }: Job,
  { underWay, ended }: SeenJobs,
  isFollowed: boolean,
): boolean {
  if (finishedAt === null) {
    underWay.set(jobId, doneCount)
    return false
  }
  const isNews = (underWay.has(jobId) || isFollowed) && !ended.has(jobId)
  underWay.delete(jobId)
  if (isNews) ended.add(jobId)
  return isNews
}
