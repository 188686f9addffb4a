import { describe, expect, it } from '@rstest/core'
import { ApiError } from './api-error.ts'
import { type ApiClientOptions, createApiClient } from './client.ts'

const item = '01900000-0000-7000-8000-000000000001'

/** A stand-in for `fetch`: gives one answer after the other and records the requests. */
function network(...answers: (Response | Error | ((signal: AbortSignal) => Promise<Response>))[]) {
  const sent: { url: string; method: string; headers: Headers; body: unknown }[] = []
  const fetchStandIn: typeof fetch = async (url, init) => {
    sent.push({
      url: String(url),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: init?.body,
    })
    const answer = answers.shift()
    if (!answer) throw new Error('The test expected no further request.')
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(init?.signal ?? new AbortController().signal) : answer
  }
  return { sent, fetch: fetchStandIn }
}

const signedIn: ApiClientOptions = { getToken: () => 'token-1', getTenantId: () => 'acme', getApiKey: () => 'key-1' }
const problem = (status: number, code: string) =>
  Response.json({ status, code, message: code, traceId: 't-1' }, { status })
const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('The call should have failed.')
    },
    (failure: ApiError) => failure,
  )

describe('credentials', () => {
  it('go to no public call', async () => {
    const { sent, fetch } = network(Response.json({}), Response.json([]))
    const client = createApiClient({ ...signedIn, fetch })
    await client.settings.getSettings()
    await client.resources.getAllResources()
    for (const { headers } of sent) {
      expect([headers.get('authorization'), headers.get('x-tenant-id'), headers.get('x-api-key')]).toEqual([
        null,
        null,
        null,
      ])
    }
  })

  it('are a token alone for a call of the user, and the tenant beside it for a call in a tenant', async () => {
    const { sent, fetch } = network(Response.json([]), Response.json([]))
    const client = createApiClient({ ...signedIn, fetch })
    await client.tenants.getAllTenants()
    await client.tenants.getVariations()
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-1'])
    expect(sent.map(({ headers }) => headers.get('x-tenant-id'))).toEqual([null, 'acme'])
  })

  it('are the API key alone for delivery', async () => {
    const { sent, fetch } = network(Response.json([]))
    await createApiClient({ ...signedIn, fetch }).delivery.getTenantVariations()
    expect(sent[0]?.headers.get('x-api-key')).toBe('key-1')
    expect(sent[0]?.headers.get('authorization')).toBeNull()
  })

  it('use the tenant of the moment of the call, even if it changes while the token is fetched', async () => {
    const { sent, fetch } = network(Response.json([]))
    let tenant = 'acme'
    const client = createApiClient({
      fetch,
      getTenantId: () => tenant,
      getToken: async () => {
        tenant = 'nordic'
        return 'token-1'
      },
    })
    await client.tenants.getVariations()
    expect(sent[0]?.headers.get('x-tenant-id')).toBe('acme')
  })
})

describe('a request', () => {
  it('carries params in the path, escaped, and query and prefixed fields behind it', async () => {
    const { sent, fetch } = network(Response.json({}), Response.json({}))
    const client = createApiClient({ ...signedIn, fetch })
    await client.contentItem.getItem({ params: { contentItemId: item }, query: { includeDeleted: true } })
    await client.delivery.getItemVariations({ query: { pageSize: 5, field: { color: ['red & blue', 'green'] } } })
    expect(sent[0]?.url).toBe(`/api/content-item/${item}?includeDeleted=true`)
    expect(sent[1]?.url).toBe(
      '/api/delivery-api/content-item-variations?pageSize=5&field.color=red+%26+blue&field.color=green',
    )
  })

  it('uploads a file as a form part named file', async () => {
    const { sent, fetch } = network(Response.json({}))
    await createApiClient({ ...signedIn, fetch }).binary.uploadBinary({
      file: new File(['x'], 'a.txt'),
      fileName: 'a.txt',
    })
    expect(sent[0]?.headers.get('content-type')).toBeNull()
    const form = sent[0]?.body as FormData
    expect((form.get('file') as File).name).toBe('a.txt')
  })
})

describe('a 401', () => {
  it('refreshes the token once and repeats the call with it', async () => {
    const { sent, fetch } = network(problem(401, 'UNAUTHENTICATED'), Response.json([]))
    const client = createApiClient({ ...signedIn, fetch, refreshToken: async () => 'token-2' })
    await client.tenants.getAllTenants()
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('is an error when the fresh token is refused too', async () => {
    const { fetch } = network(problem(401, 'UNAUTHENTICATED'), problem(401, 'UNAUTHENTICATED'))
    const client = createApiClient({ ...signedIn, fetch, refreshToken: async () => 'token-2' })
    expect((await failureOf(client.tenants.getAllTenants())).kind).toBe(401)
  })
})

describe('a call that makes something', () => {
  const created = { contentItemId: item, contentVariationIds: [] }
  const query = { name: 'Lamp', technicalContentTypeName: 'product' }

  it('has an idempotency key of its own, the same in every attempt', async () => {
    const answers = [new TypeError('reset'), problem(401, 'UNAUTHENTICATED'), Response.json(created)]
    const { sent, fetch } = network(...answers, Response.json(created), Response.json([]))
    const client = createApiClient({ ...signedIn, fetch, refreshToken: async () => 'token-2' })
    expect(await client.contentItem.createItem({ query })).toEqual(created)
    await client.contentItem.createItem({ query })
    await client.tenants.getVariations()
    const [first, second, third, next, other] = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(next).toMatch(/^[0-9a-f]{32}$/)
    expect(next).not.toBe(first)
    expect(other).toBeNull()
  })

  it('is tried twice where the network fails, and no more', async () => {
    const { sent, fetch } = network(new TypeError('reset'), new TypeError('reset'), Response.json(created))
    const failure = await failureOf(createApiClient({ ...signedIn, fetch }).contentItem.createItem({ query }))
    expect([failure.kind, sent.length]).toEqual(['FETCH_ERROR', 2])
  })
})

describe('an outcome that is unknown', () => {
  const query = { name: 'Lamp', technicalContentTypeName: 'product' }
  const created = { contentItemId: item, contentVariationIds: [] }

  it('is asked for again with the same idempotency key, once', async () => {
    const { sent, fetch } = network(problem(503, 'OUTCOME_UNKNOWN'), Response.json(created))
    expect(await createApiClient({ ...signedIn, fetch }).contentItem.createItem({ query })).toEqual(created)
    expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'))

    const again = network(problem(503, 'OUTCOME_UNKNOWN'), problem(503, 'OUTCOME_UNKNOWN'), Response.json(created))
    const client = createApiClient({ ...signedIn, fetch: again.fetch })
    const failure = await failureOf(client.contentItem.createItem({ query }))
    expect([failure.isOutcomeUnknown, again.sent.length]).toEqual([true, 2])
  })

  it('is not repeated without an idempotency key, as the change could happen twice', async () => {
    const { sent, fetch } = network(problem(503, 'OUTCOME_UNKNOWN'), Response.json({}))
    const client = createApiClient({ ...signedIn, fetch })
    const failure = await failureOf(client.tenants.deleteVariation({ params: { variationId: item } }))
    expect([failure.isOutcomeUnknown, failure.isTransient, sent.length]).toEqual([true, false, 1])
  })

  it('differs from a service that is away, which may be asked again', async () => {
    const { fetch } = network(problem(503, 'UNAVAILABLE'))
    expect((await failureOf(createApiClient({ fetch }).settings.getSettings())).isTransient).toBe(true)
  })
})

describe('a failure', () => {
  it('to connect is FETCH_ERROR', async () => {
    const { fetch } = network(new TypeError('no route'))
    expect((await failureOf(createApiClient({ fetch }).settings.getSettings())).kind).toBe('FETCH_ERROR')
  })

  it('to answer in time is TIMEOUT_ERROR', async () => {
    const hang = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { fetch } = network(hang)
    expect((await failureOf(createApiClient({ fetch, timeout: 20 }).settings.getSettings())).kind).toBe('TIMEOUT_ERROR')
  })

  it('to parse the response is PARSING_ERROR', async () => {
    const { fetch } = network(new Response('<html>'))
    expect((await failureOf(createApiClient({ fetch }).settings.getSettings())).kind).toBe('PARSING_ERROR')
  })

  it('that the server reports has its status and its problem', async () => {
    const { fetch } = network(problem(409, 'VERSION_CONFLICT'))
    const failure = await failureOf(createApiClient({ fetch }).settings.getSettings())
    expect(failure.kind).toBe(409)
    expect(failure.problem?.code).toBe('VERSION_CONFLICT')
  })

  it('that a proxy reports has only its status', async () => {
    const { fetch } = network(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    const failure = await failureOf(createApiClient({ fetch }).settings.getSettings())
    expect([failure.kind, failure.problem]).toEqual([502, undefined])
  })

  it('is not an ApiError where the caller aborted: the reason of the abort is thrown', async () => {
    const abort = new AbortController()
    const { fetch } = network((signal) => {
      abort.abort(new DOMException('gone', 'AbortError'))
      return Promise.reject(signal.reason)
    })
    const failure = await failureOf(createApiClient({ fetch }).settings.getSettings({}, { signal: abort.signal }))
    expect(failure).not.toBeInstanceOf(ApiError)
    expect(failure.name).toBe('AbortError')
  })
})
