import { afterEach, describe, expect, it } from '@rstest/core'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ApiError } from './api-error.ts'
import { createApiClient } from './client.ts'
import {
  ApiProvider,
  createPimQueryClient,
  useApiMutation,
  useApiQuery,
  useBackEnd,
  useBackEndQuery,
} from './react.tsx'
import { contractFetch, type Handlers, Refusal } from './testing.ts'

configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)

const taxonomy = (name: string) => ({
  taxonomyId: '01900000-0000-7000-8000-00000000000a',
  friendlyName: name,
  description: '',
  conceptCount: 0,
})

function setUp(handlers: Handlers) {
  const unhandled: ApiError[] = []
  let pauses = 0
  const queryClient = createPimQueryClient({
    onUnhandledFailure: (failure) => unhandled.push(failure),
    onTenantRefused: () => {
      pauses += 1
    },
  })
  const client = createApiClient({ fetch: contractFetch(handlers), getToken: () => 'token' })
  let tenantId = 'acme'
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider client={client} queryClient={queryClient} tenantId={tenantId}>
      {children}
    </ApiProvider>
  )
  return {
    queryClient,
    unhandled,
    pauses: () => pauses,
    wrapper,
    changeTenant: (id: string) => {
      tenantId = id
    },
  }
}

describe('what is read', () => {
  it('is cached by tenant, so that another tenant never sees it', async () => {
    const asked: (string | null)[] = []
    const { wrapper, changeTenant } = setUp({
      'taxonomies.getTaxonomies': ({ tenantId }) => {
        asked.push(tenantId)
        return [taxonomy(`of ${tenantId}`)]
      },
    })
    const { result, rerender } = renderHook(() => useApiQuery('taxonomies.getTaxonomies', {}, { keepPrevious: true }), {
      wrapper,
    })
    await waitFor(() => expect(result.current.data?.[0]?.friendlyName).toBe('of acme'))
    changeTenant('nordic')
    rerender()
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data?.[0]?.friendlyName).toBe('of nordic'))
    expect(asked).toEqual(['acme', 'nordic'])
  })

  it('is never shown when it arrives after a change of tenant', async () => {
    const late = Promise.withResolvers<void>()
    const { wrapper, changeTenant } = setUp({
      'taxonomies.getTaxonomies': async ({ tenantId }) => {
        if (tenantId === 'acme') await late.promise
        return [taxonomy(`of ${tenantId}`)]
      },
    })
    const { result, rerender } = renderHook(() => useApiQuery('taxonomies.getTaxonomies'), { wrapper })
    changeTenant('nordic')
    rerender()
    await waitFor(() => expect(result.current.data?.[0]?.friendlyName).toBe('of nordic'))
    await act(async () => late.resolve())
    expect(result.current.data?.[0]?.friendlyName).toBe('of nordic')
  })

  it('is kept for 60 s after its last component unmounted', () => {
    const { queryClient } = setUp({})
    expect(queryClient.getDefaultOptions().queries?.gcTime).toBe(60_000)
  })
})

describe('a write', () => {
  it('refetches what it changed, and nothing else', async () => {
    let reads = 0
    let tenantReads = 0
    const { wrapper } = setUp({
      'taxonomies.getTaxonomies': () => {
        reads += 1
        return [taxonomy(`read ${reads}`)]
      },
      'tenants.getVariations': () => {
        tenantReads += 1
        return []
      },
      'taxonomies.createTaxonomy': () => taxonomy('new'),
    })
    const { result } = renderHook(
      () => ({
        list: useApiQuery('taxonomies.getTaxonomies'),
        variations: useApiQuery('tenants.getVariations'),
        create: useApiMutation('taxonomies.createTaxonomy'),
      }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.list.data?.[0]?.friendlyName).toBe('read 1'))
    await act(() => result.current.create.mutateAsync({ query: { friendlyName: 'New' } }))
    await waitFor(() => expect(result.current.list.data?.[0]?.friendlyName).toBe('read 2'))
    expect(tenantReads).toBe(1)
  })

  it('that fails leads to the error page, unless the screen handles the failure', async () => {
    const { wrapper, unhandled } = setUp({
      'taxonomies.createTaxonomy': () => {
        throw new Refusal('NAME_CONFLICT')
      },
    })
    const { result } = renderHook(
      () => ({
        unheard: useApiMutation('taxonomies.createTaxonomy'),
        heard: useApiMutation('taxonomies.createTaxonomy', { onError: () => undefined }),
      }),
      { wrapper },
    )
    const request = { query: { friendlyName: 'New' } }
    await act(() => result.current.heard.mutateAsync(request).catch(() => undefined))
    expect(unhandled).toHaveLength(0)
    await act(() => result.current.unheard.mutateAsync(request).catch(() => undefined))
    expect(unhandled[0]?.kind).toBe(409)
  })
})

describe('a read that fails', () => {
  const missing: Handlers = {
    'contentItem.getItem': () => {
      throw new Refusal('NOT_FOUND')
    },
  }
  const request = { params: { contentItemId: '01900000-0000-7000-8000-000000000001' } }

  it('leads to the error page by default', async () => {
    const { wrapper, unhandled } = setUp(missing)
    renderHook(() => useApiQuery('contentItem.getItem', request), { wrapper })
    await waitFor(() => expect(unhandled[0]?.kind).toBe(404))
  })

  it('stays with the screen that shows the failure itself', async () => {
    const { wrapper, unhandled } = setUp(missing)
    const { result } = renderHook(() => useApiQuery('contentItem.getItem', request, { failureGoesTo: 'screen' }), {
      wrapper,
    })
    await waitFor(() => expect(result.current.error?.problem?.code).toBe('NOT_FOUND'))
    expect(unhandled).toHaveLength(0)
  })

  it('because the tenant was paused is told once to the shell, whether the screen shows it or not', async () => {
    const paused: Handlers = {
      'contentItem.getItem': () => {
        throw new Refusal('TENANT_PAUSED')
      },
      'taxonomies.createTaxonomy': () => {
        throw new Refusal('TENANT_PAUSED')
      },
    }
    const { wrapper, unhandled, pauses } = setUp(paused)
    const { result } = renderHook(
      () => {
        useApiQuery('contentItem.getItem', request, { failureGoesTo: 'screen' })
        return useApiMutation('taxonomies.createTaxonomy')
      },
      { wrapper },
    )
    await waitFor(() => expect(pauses()).toBe(1))
    await act(() => result.current.mutateAsync({ query: { friendlyName: 'New' } }).catch(() => undefined))
    expect(pauses()).toBe(2)
    expect(unhandled).toHaveLength(0)
  })

  it('leads nowhere while older data is shown', async () => {
    let isGone = false
    const { wrapper, unhandled } = setUp({
      'taxonomies.getTaxonomies': () => {
        if (isGone) throw new Refusal('FORBIDDEN')
        return [taxonomy('shown')]
      },
    })
    const { result } = renderHook(
      () => {
        const { data, isError, refetch } = useApiQuery('taxonomies.getTaxonomies')
        return { data, isError, refetch }
      },
      { wrapper },
    )
    await waitFor(() => expect(result.current.data).toBeDefined())
    isGone = true
    await act(() => result.current.refetch())
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.data?.[0]?.friendlyName).toBe('shown')
    expect(unhandled).toHaveLength(0)
  })
})

describe('the stand-in for fetch', () => {
  it('rejects what the contract rejects', async () => {
    const client = createApiClient({ fetch: contractFetch({ 'taxonomies.getTaxonomies': () => [] }) })
    const failure = await client.taxonomies.getTaxonomies().catch((error: ApiError) => error)
    expect((failure as ApiError).problem?.code).toBe('TENANT_REQUIRED')
    await expect(client.settings.getSettings()).rejects.toBeInstanceOf(ApiError)
  })
})

describe('a change that somebody else overtook', () => {
  /** The list and the change, which was refused after somebody else had changed the name. */
  async function changeRefusedWith(refusal: Refusal) {
    let name = 'Before'
    const { wrapper } = setUp({
      'taxonomies.getTaxonomies': () => [taxonomy(name)],
      'taxonomies.changeTaxonomy': ({ request }) => {
        expect(request.headers.get('if-match')).toBe('"3"')
        name = 'Theirs'
        throw refusal
      },
    })
    const { result } = renderHook(
      () => ({
        list: useApiQuery('taxonomies.getTaxonomies', {}),
        change: useApiMutation('taxonomies.changeTaxonomy', { failureGoesTo: 'screen' }),
      }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.list.data?.[0]?.friendlyName).toBe('Before'))
    const params = { taxonomyId: taxonomy('').taxonomyId }
    act(() => result.current.change.mutate({ params, query: { friendlyName: 'Mine' }, ifMatch: 3 }))
    return result
  }

  it('was sent with the version that was seen, and the screen reads again what there is now', async () => {
    const result = await changeRefusedWith(new Refusal('PRECONDITION_FAILED', { currentVersion: 4 }))
    await waitFor(() => expect(result.current.change.error?.problem?.currentVersion).toBe(4))
    await waitFor(() => expect(result.current.list.data?.[0]?.friendlyName).toBe('Theirs'))
  })

  it('is made to show what there is now, where it is not known whether a change was made', async () => {
    const result = await changeRefusedWith(new Refusal('OUTCOME_UNKNOWN'))
    await waitFor(() => expect(result.current.change.error?.isOutcomeUnknown).toBe(true))
    await waitFor(() => expect(result.current.list.data?.[0]?.friendlyName).toBe('Theirs'))
  })
})

describe('the back end of a section', () => {
  it('is read by tenant, and again after a call that may have changed something', async () => {
    let count = 0
    const asked: unknown[] = []
    const { wrapper, changeTenant } = setUp({
      backEnd: ({ section, method, path, query, body, tenantId }) => {
        asked.push([section, method, path, query, body, tenantId])
        if (method === 'POST') count += 1
        return { tenantId, count }
      },
    })
    const { result, rerender } = renderHook(
      () => ({
        read: useBackEndQuery<unknown>('orders', '/orders', { query: { page: 2 } }),
        call: useBackEnd('orders'),
      }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.read.data).toEqual({ tenantId: 'acme', count: 0 }))
    await act(() => result.current.call('/orders/5/approve', { method: 'POST', body: { comment: 'fine' } }))
    await waitFor(() => expect(result.current.read.data).toEqual({ tenantId: 'acme', count: 1 }))
    changeTenant('nordic')
    rerender()
    expect(result.current.read.data).toBeUndefined()
    await waitFor(() => expect(result.current.read.data).toEqual({ tenantId: 'nordic', count: 1 }))
    expect(asked.slice(0, 2)).toEqual([
      ['orders', 'GET', '/orders', { page: '2' }, undefined, 'acme'],
      ['orders', 'POST', '/orders/5/approve', {}, { comment: 'fine' }, 'acme'],
    ])
  })

  it('has its own errors apart from those of this server, and files as they are', async () => {
    const answers: Record<string, () => unknown> = {
      '/refused': () => Response.json({ code: 'FORBIDDEN', message: 'theirs' }, { status: 422 }),
      '/away': () => {
        throw new Refusal('BACK_END_NOT_REACHED')
      },
      '/file': () => new Blob(['a;b'], { type: 'text/csv' }),
      '/nothing': () => undefined,
      '/broken': () => new Response('{', { headers: { 'content-type': 'application/json' } }),
    }
    const { wrapper, unhandled } = setUp({ backEnd: ({ path }) => answers[path]?.() })
    const { result } = renderHook(() => useBackEnd('orders'), { wrapper })
    const failureAt = (path: string) => result.current(path).catch((failure: unknown) => failure)
    expect(await failureAt('/refused')).toMatchObject({
      kind: 422,
      problem: undefined,
      cause: { code: 'FORBIDDEN', message: 'theirs' },
    })
    expect(await failureAt('/away')).toMatchObject({ kind: 502, problem: { code: 'BACK_END_NOT_REACHED' } })
    expect(await failureAt('/broken')).toMatchObject({ kind: 'PARSING_ERROR' })
    const file = await result.current('/file')
    expect(file).toBeInstanceOf(Blob)
    expect(await result.current('/nothing')).toBeUndefined()
    expect(unhandled).toEqual([])
  })
})
