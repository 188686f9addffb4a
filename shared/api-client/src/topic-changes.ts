import type { Topic } from '@pim/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { readsOf } from './query-keys.ts'

/** Changes are collected until none came for this long, so that the calls of one action refetch once. */
const quietMs = 50
/** Changes that keep coming, as from a loop of calls, refetch this often. */
const longestWaitMs = 1_000

export interface TopicChanges {
  /**
   * Marks the queries of the tenant that read one of the topics as stale at once, and refetches the mounted ones a
   * moment later. Those that read only topics of `leaves` are marked and not refetched.
   */
  readonly add: (tenantId: string | undefined, changed: readonly Topic[], leaves?: readonly Topic[]) => void
  /**
   * Refetches now, and resolves once all mounted queries that read what was changed have ended their fetch; it never
   * rejects. With `left`, those that were only marked are refetched too.
   */
  readonly fresh: (options?: { left?: boolean }) => Promise<void>
}

const known = new WeakMap<QueryClient, TopicChanges>()

/** The collected changes of a query client; the same for each call. */
export function topicChangesOf(queryClient: QueryClient): TopicChanges {
  const changes = known.get(queryClient) ?? collect(queryClient)
  known.set(queryClient, changes)
  return changes
}

function collect(queryClient: QueryClient): TopicChanges {
  /** Counts the changes. */
  let now = 0
  /** Of each query, how many changes there had been when its latest fetch began. */
  const askedAt = new WeakMap<object, number>()
  /** Of each tenant and topic, the number of the latest change that has not led to a refetch yet. */
  let pending = new Map<string | undefined, Map<Topic, number>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingSince = 0
  let running: Promise<unknown> = Promise.resolve()

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query, now)
  })

  const refetch = (withMarked: boolean) => {
    clearTimeout(timer)
    timer = undefined
    const due = pending
    pending = new Map()
    const changedIn = (query: Query) =>
      Math.max(
        0,
        ...[...due].flatMap(([tenantId, changed]) => readsOf(query, tenantId).map((topic) => changed.get(topic) ?? 0)),
      )
    const asked = (query: Query) => askedAt.get(query) ?? 0
    // What was asked for after the change is fresh already, as a list that the change led to: it is not asked for twice.
    const isOld = (query: Query) =>
      changedIn(query) > asked(query) || (withMarked && query.isActive() && query.state.isInvalidated)
    const old = queryClient.invalidateQueries({ refetchType: 'active', predicate: isOld })
    const asking = queryClient.refetchQueries(
      {
        type: 'active',
        fetchStatus: 'fetching',
        predicate: (query) => changedIn(query) > 0 && !isOld(query),
      },
      { cancelRefetch: false },
    )
    running = Promise.all([running, old, asking])
  }

  return {
    add: (tenantId, changed, leaves = []) => {
      if (changed.length === 0) return
      now += 1
      void queryClient.invalidateQueries({
        refetchType: 'none',
        predicate: (query) => readsOf(query, tenantId).some((topic) => changed.includes(topic)),
      })
      const refetched = changed.filter((topic) => !leaves.includes(topic))
      if (refetched.length === 0) return
      const ofTenant = pending.get(tenantId) ?? new Map<Topic, number>()
      for (const topic of refetched) ofTenant.set(topic, now)
      pending.set(tenantId, ofTenant)
      if (timer === undefined) pendingSince = performance.now()
      const waited = performance.now() - pendingSince
      clearTimeout(timer)
      timer = setTimeout(() => refetch(false), Math.max(0, Math.min(quietMs, longestWaitMs - waited)))
    },
    fresh: async ({ left = false } = {}) => {
      refetch(left)
      await running
    },
  }
}
