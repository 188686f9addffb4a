import type { Job } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createApiClient } from './client.ts'
import { ApiProvider, createPimQueryClient, useApi, useApiQuery, useRefreshed } from './react.tsx'
import { contractFetch, type Handlers, Refusal } from './testing.ts'

configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)

const id = (last: string) => `01900000-0000-7000-8000-00000000000${last}`
const taxonomyId = id('a')
const params = { taxonomyId }
const page = { items: [], paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 } }

function jobOf(job: Partial<Job>): Job {
  const times = { createdAt: '2026-01-01T00:00:00.000Z', startedAt: null, finishedAt: null }
  const parts = { doneCount: 0, totalCount: null, createdBy: 'x', result: null, error: null }
  return { jobId: id('1'), kind: jobKinds.detachConcepts, status: 'running', ...times, ...parts, ...job }
}
const ended: Partial<Job> = { status: 'done', finishedAt: '2026-01-01T00:01:00.000Z' }

/** Two lists on the screen, of the topics `taxonomies` and `search`, and how often each was read. */
async function screen(handlers: Handlers = {}) {
  const reads = { taxonomies: 0, search: 0 }
  const queryClient = createPimQueryClient({ onUnhandledFailure: () => undefined })
  const fetch = contractFetch({
    'taxonomies.getTaxonomies': () => {
      reads.taxonomies += 1
      return [{ taxonomyId, friendlyName: `read ${reads.taxonomies}`, description: '', conceptCount: 0 }]
    },
    'search.searchAll': () => {
      reads.search += 1
      return page
    },
    'taxonomies.deleteTaxonomy': () => undefined,
    ...handlers,
  })
  const client = createApiClient({ fetch, getToken: () => 'token' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client} queryClient={queryClient} tenantId="acme">
      {children}
    </ApiProvider>
  )
  const { result } = renderHook(
    () => ({
      api: useApi(),
      refreshed: useRefreshed(),
      list: useApiQuery('taxonomies.getTaxonomies').data,
      found: useApiQuery('search.searchAll', { body: {} }).data,
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.list && result.current.found).toBeDefined())
  return { reads, result, queryClient, wrapper, api: result.current.api, refreshed: result.current.refreshed }
}

describe('a call by the client of useApi', () => {
  it('refetches what it changed; calls in a row refetch it once', async () => {
    const { api, reads, refreshed } = await screen()
    for (let count = 0; count < 200; count += 1) await api.taxonomies.deleteTaxonomy({ params })
    await act(() => refreshed())
    expect(reads.taxonomies).toBeGreaterThan(1)
    // With those of the next call, which come after all that these ones have led to.
    await api.taxonomies.deleteTaxonomy({ params })
    await act(() => refreshed())
    expect(reads.taxonomies).toBeLessThan(7)
  })

  it('refetches at least once a second while calls go on', async () => {
    const { api, reads } = await screen()
    using _ = rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    for (let count = 0; count < 60; count += 1) {
      const called = api.taxonomies.deleteTaxonomy({ params })
      await act(() => rs.advanceTimersByTimeAsync(25))
      await called
    }
    expect(reads.taxonomies).toBeGreaterThan(1)
    expect(reads.taxonomies).toBeLessThan(4)
  })

  it('refetches of a tenant what was changed in that tenant', async () => {
    const { api, reads, refreshed } = await screen()
    await api.taxonomies.deleteTaxonomy({ params }, { tenantId: 'nordic' })
    await act(() => refreshed())
    // The reads that the call of this tenant leads to come after all that the other one could have led to.
    await api.taxonomies.deleteTaxonomy({ params })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 2, search: 2 })
  })

  it('marks what it leaves as stale, and refetches the rest', async () => {
    const { api, reads, refreshed, queryClient } = await screen()
    await api.taxonomies.deleteTaxonomy({ params }, { leaves: ['taxonomies'] })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 1, search: 2 })
    const left = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
    expect(left.map(({ queryKey }) => queryKey[2])).toEqual(['taxonomies.getTaxonomies'])
    await act(() => refreshed({ left: true }))
    expect(reads).toEqual({ taxonomies: 2, search: 2 })
  })

  it('does not refetch what was asked for after it', async () => {
    const { api, reads, refreshed, queryClient, result } = await screen()
    await act(async () => {
      await api.taxonomies.deleteTaxonomy({ params })
      await queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[2] === 'taxonomies.getTaxonomies' })
    })
    await act(() => refreshed())
    await waitFor(() => expect(result.current.list?.[0]?.friendlyName).toBe('read 2'))
    expect(reads).toEqual({ taxonomies: 2, search: 2 })
  })

  it('refetches what was asked for before its answer came', async () => {
    const late = Promise.withResolvers<void>()
    let name = 'before'
    const { api, refreshed, queryClient, result } = await screen({
      'taxonomies.getTaxonomies': async () => {
        const friendlyName = name
        if (friendlyName === 'old') await late.promise
        return [{ taxonomyId, friendlyName, description: '', conceptCount: 0 }]
      },
    })
    name = 'old'
    void queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey[2] === 'taxonomies.getTaxonomies' })
    await api.taxonomies.deleteTaxonomy({ params })
    name = 'new'
    const isFresh = refreshed()
    late.resolve()
    await act(() => isFresh)
    await waitFor(() => expect(result.current.list?.[0]?.friendlyName).toBe('new'))
  })

  it.each([
    ['PRECONDITION_FAILED', 2],
    ['OUTCOME_UNKNOWN', 2],
    ['IN_USE', 1],
  ] as const)('that answers %s leads to %i reads, whatever it leaves', async (code, count) => {
    const { api, reads, refreshed } = await screen({
      'taxonomies.deleteTaxonomy': () => {
        throw new Refusal(code)
      },
    })
    await api.taxonomies.deleteTaxonomy({ params }, { leaves: ['taxonomies'] }).catch(() => undefined)
    await act(() => refreshed())
    expect(reads.taxonomies).toBe(count)
  })
})

describe('a job', () => {
  it('that was seen under way and has ended refetches what it changed, once', async () => {
    let job = jobOf({})
    const { api, reads, refreshed } = await screen({ 'jobs.getJobs': () => ({ ...page, items: [job] }) })
    await api.jobs.getJobs({ query: {} })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 1, search: 1 })
    job = jobOf(ended)
    await api.jobs.getJobs({ query: {} })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 2, search: 2 })
    await api.jobs.getJobs({ query: {} })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 2, search: 2 })
  })

  it('of a list that had ended before anybody looked refetches nothing', async () => {
    const { api, reads, refreshed } = await screen({ 'jobs.getJobs': () => ({ ...page, items: [jobOf(ended)] }) })
    await api.jobs.getJobs({ query: {} })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 1, search: 1 })
  })

  it('that is followed by its id and was faster than the first look refetches what it changed', async () => {
    const { reads, wrapper } = await screen({ 'jobs.getJob': () => jobOf(ended) })
    renderHook(() => useApiQuery('jobs.getJob', { params: { jobId: id('1') } }), { wrapper })
    await waitFor(() => expect(reads).toEqual({ taxonomies: 2, search: 2 }))
  })

  it('of a kind that this browser does not know refetches everything', async () => {
    const { api, reads, refreshed } = await screen({ 'jobs.getJob': () => jobOf({ ...ended, kind: 'of-tomorrow' }) })
    await api.jobs.getJob({ params: { jobId: id('1') } })
    await act(() => refreshed())
    expect(reads).toEqual({ taxonomies: 2, search: 2 })
  })
})
