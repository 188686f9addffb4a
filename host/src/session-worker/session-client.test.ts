import { createApiClient } from '@pim/api-client'
import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import { serveSession } from './serve.ts'
import { connectSession } from './session-client.ts'

const provider = {
  tokenUrl: 'https://id.test/realms/pim/protocol/openid-connect/token',
  logoutUrl: 'https://id.test/realms/pim/protocol/openid-connect/logout',
  documentUrl: 'https://id.test/realms/pim/.well-known/openid-configuration',
  clientId: 'pim',
}
const ownOrigin = 'https://pim.test'
const tokensOf = (number: number) => ({ access_token: `access-${number}`, refresh_token: `refresh-${number}` })

type Network = (url: string, init: RequestInit) => Response | Promise<Response>

/** Everything that came to the page, as text. */
let heard: string[] = []
let sent: {
  url: string
  authorization: string | null
  body: unknown
  redirect: string | undefined
  method: string | undefined
}[] = []
const ports: MessagePort[] = []

beforeEach(() => {
  heard = []
  sent = []
})
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
  rstest.restoreAllMocks()
})

const isOfProvider = (url: string) => url.startsWith('https://id.test/')

/** Both sides at the ends of a real channel, with a token that is valid for so long. */
async function setUp(network: Network, validForMs = 300_000, begin: 'sign-in' | 'handed over' | 'resumed' = 'sign-in') {
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init = {}) => {
    const authorization = new Headers(init.headers).get('authorization')
    sent.push({ url: String(url), authorization, body: init.body, redirect: init.redirect, method: init.method })
    init.signal?.throwIfAborted()
    return network(String(url), init)
  })
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const { client: session, ready } = connectSession(port1)
  port1.addEventListener('message', ({ data }) => {
    heard.push(JSON.stringify(data, (_, value) => (value instanceof ArrayBuffer ? textOf(value) : value)))
  })
  let timesEnded = 0
  const { access_token: accessToken, refresh_token: refreshToken } = tokensOf(1)
  let timesHeld = 0
  const told = {
    onHeld: () => {
      timesHeld += 1
    },
    onEnded: () => {
      timesEnded += 1
    },
  }
  const tokens = { accessToken, refreshToken, expiresAt: Date.now() + validForMs }
  // What is told before the other end is there waits in the port.
  if (begin === 'resumed') session.resume(told)
  serveSession(port2, ownOrigin, 'key of the worker')
  await ready
  if (begin !== 'resumed') session.start(provider, tokens, begin === 'handed over' ? 'the arrival' : undefined, told)
  const client = createApiClient({ send: session.send, getTenantId: () => 'acme', timeout: 20_000 })
  return { session, client, timesEnded: () => timesEnded, timesHeld: () => timesHeld }
}
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)
const renewedBy = (number: number) => Response.json({ ...tokensOf(number), expires_in: 300 })
const until = (isSo: () => boolean) => rstest.waitUntil(isSo, { timeout: 10_000 })

describe('a call of the user', () => {
  it('is sent with the token by the worker, and the page hears no token', async () => {
    const { client } = await setUp((url) => (isOfProvider(url) ? renewedBy(2) : Response.json([])))
    expect(await client.tenants.getVariations()).toEqual([])
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer access-1'])
    expect(heard.length).toBeGreaterThan(1)
    expect(heard.join()).not.toMatch(/access-|refresh-/)
  })

  it('that is refused is sent once more with a new token', async () => {
    const { client } = await setUp((url, init) => {
      if (isOfProvider(url)) return renewedBy(2)
      const isOld = new Headers(init.headers).get('authorization') === 'Bearer access-1'
      return isOld ? Response.json({}, { status: 401 }) : Response.json([])
    })
    expect(await client.tenants.getVariations()).toEqual([])
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer access-1', null, 'Bearer access-2'])
    expect(String(sent[1]?.body)).toBe('grant_type=refresh_token&client_id=pim&refresh_token=refresh-1')
    // Nothing with a token is sent on to where an answer points to.
    expect(sent.map(({ redirect }) => redirect)).toEqual(['error', 'error', 'error'])
    expect(heard.join()).not.toMatch(/access-|refresh-/)
  })

  it('carries the status and the problem of a failure', async () => {
    const body = { status: 409, code: 'NAME_CONFLICT', message: 'There already.', traceId: 't' }
    const { client } = await setUp(() => Response.json(body, { status: 409 }))
    await expect(client.tenants.getVariations()).rejects.toMatchObject({ kind: 409, problem: body })
  })

  it('that does not reach the server is FETCH_ERROR', async () => {
    const { client } = await setUp(() => Promise.reject(new TypeError('no route')))
    await expect(client.tenants.getVariations()).rejects.toMatchObject({ kind: 'FETCH_ERROR' })
  })

  it('answers bytes with their type, and nothing where there is nothing', async () => {
    const picture = new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } })
    const { session } = await setUp((url) => (url.endsWith('/nothing') ? new Response(null, { status: 204 }) : picture))
    const request = { method: 'GET', headers: {}, body: undefined, needsToken: true }
    const { signal } = new AbortController()
    const blob = await (await session.send({ ...request, url: '/api/picture' }, { signal })).blob()
    expect([blob.type, blob.size]).toEqual(['image/png', 3])
    expect((await session.send({ ...request, url: '/api/nothing' }, { signal })).status).toBe(204)
  })

  it('that the caller aborts is aborted in the worker too', async () => {
    let isAborted = false
    const { client } = await setUp(
      (_url, { signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            isAborted = true
            reject(signal.reason)
          })
        }),
    )
    const abort = new AbortController()
    const call = client.tenants.getVariations({}, { signal: abort.signal })
    await until(() => sent.length === 1)
    abort.abort(new DOMException('gone', 'AbortError'))
    await expect(call).rejects.toThrow('gone')
    await until(() => isAborted)
  })

  it('to any other address than the API of this origin is not sent', async () => {
    const { session } = await setUp(() => Response.json([]))
    const request = { method: 'GET', headers: {}, body: undefined, needsToken: true }
    for (const url of ['https://evil.test/api/x', '//evil.test/api/x', '/realms/pim/account', '/api/../realms/x']) {
      await expect(session.send({ ...request, url }, { signal: new AbortController().signal })).rejects.toThrow()
    }
    expect(sent).toEqual([])
  })
})

describe('a token', () => {
  it('that expires within 30 s is used, and renewed in the background', async () => {
    const { client } = await setUp((url) => (isOfProvider(url) ? renewedBy(2) : Response.json([])), 20_000)
    await client.tenants.getVariations()
    expect(sent.find(({ authorization }) => authorization)?.authorization).toBe('Bearer access-1')
    await until(() => sent.some(({ url }) => isOfProvider(url)))
  })

  it('that expires within 5 s is renewed before it is used, once for all calls', async () => {
    const answered = Promise.withResolvers<void>()
    const renewed = async () => {
      await answered.promise
      return renewedBy(2)
    }
    const { session, client } = await setUp((url) => (isOfProvider(url) ? renewed() : Response.json([])), 4_000)
    const calls = [client.tenants.getVariations(), client.tenants.getVariations()]
    // Answered in the order in which they are sent: after it, both calls are waiting for the provider.
    const request = { method: 'GET', headers: {}, body: undefined, needsToken: false, url: '/elsewhere' }
    await expect(session.send(request, { signal: new AbortController().signal })).rejects.toThrow()
    answered.resolve()
    await Promise.all(calls)
    expect(sent.map(({ authorization }) => authorization)).toEqual([null, 'Bearer access-2', 'Bearer access-2'])
  })

  it('is renewed with the refresh token that came last', async () => {
    let number = 1
    const { session } = await setUp(() => {
      number += 1
      return renewedBy(number)
    })
    await session.renew()
    await session.renew()
    expect(sent.map(({ body }) => new URLSearchParams(String(body)).get('refresh_token'))).toEqual([
      'refresh-1',
      'refresh-2',
    ])
    expect(heard.join()).not.toMatch(/access-|refresh-/)
  })

  it('is not replaced by a second start', async () => {
    const { session, client } = await setUp(() => Response.json([]))
    const stranger = { accessToken: 'theirs', refreshToken: 'theirs', expiresAt: Date.now() + 300_000 }
    session.start({ ...provider, tokenUrl: 'https://evil.test/' }, stranger, undefined, {
      onHeld: () => undefined,
      onEnded: () => undefined,
    })
    session.resume({ onHeld: () => undefined, onEnded: () => undefined })
    await client.tenants.getVariations()
    expect(sent[0]?.authorization).toBe('Bearer access-1')
  })
})

describe('a renewal that the provider refuses', () => {
  const refusing: Network = (url) => (isOfProvider(url) ? new Response('{}', { status: 400 }) : Response.json([]))

  it('leads to the sign-in once the token has expired', async () => {
    const { client, timesEnded } = await setUp(refusing, -1)
    void client.tenants.getVariations().catch(() => undefined)
    await until(() => timesEnded() === 1)
    expect(sent.every(({ url }) => isOfProvider(url))).toBe(true)
  })

  it('leads to the sign-in where the API has refused the token', async () => {
    const { client, timesEnded } = await setUp((url) => new Response('{}', { status: isOfProvider(url) ? 400 : 401 }))
    void client.tenants.getVariations().catch(() => undefined)
    await until(() => timesEnded() === 1)
  })

  it('clears a token that is still valid, and leads to the sign-in', async () => {
    const { session, client, timesEnded } = await setUp(refusing)
    void session.renew()
    await until(() => timesEnded() === 1)
    // It waits for the sign-in, and is not sent with the old token.
    let isAnswered = false
    void client.tenants.getVariations().then(() => {
      isAnswered = true
    })
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
    expect(isAnswered).toBe(false)
    expect(sent.every(({ url }) => isOfProvider(url))).toBe(true)
  })
})

describe('tokens that are valid for less than a minute', () => {
  it('are renewed in the second half of their time, and not by each call', async () => {
    const { session, client } = await setUp((url) =>
      isOfProvider(url) ? Response.json({ ...tokensOf(2), expires_in: 20 }) : Response.json([]),
    )
    await session.renew()
    for (let call = 0; call < 5; call += 1) await client.tenants.getVariations()
    expect(sent.filter(({ url }) => isOfProvider(url))).toHaveLength(1)
  })
})

describe('a provider that is away', () => {
  it('is asked by the worker whether it is there, before the page leaves for it', async () => {
    let isAway = true
    const { session } = await setUp(() => {
      if (isAway) throw new TypeError('no route')
      return new Response('{}')
    })
    await expect(session.reach(provider)).rejects.toThrow('not reached')
    isAway = false
    await session.reach(provider)
    expect(sent.map(({ url }) => url)).toEqual([provider.documentUrl, provider.documentUrl])
  })

  it('fails the calls and keeps the page, until it is back', async () => {
    let isAway = true
    const { client, timesEnded } = await setUp((url) => {
      if (!isOfProvider(url)) return Response.json([])
      if (isAway) throw new TypeError('no route')
      return renewedBy(2)
    }, -1)
    await expect(client.tenants.getVariations()).rejects.toMatchObject({ kind: 'FETCH_ERROR' })
    expect(timesEnded()).toBe(0)
    isAway = false
    expect(await client.tenants.getVariations()).toEqual([])
  })
})

describe('the end of the session', () => {
  it('is asked of the provider by the worker, which shows the refresh token', async () => {
    const { session } = await setUp(() => new Response(null, { status: 204 }))
    await session.end()
    expect(sent[0]?.url).toBe(provider.logoutUrl)
    expect(String(sent[0]?.body)).toBe('client_id=pim&refresh_token=refresh-1')
    expect(heard.join()).not.toMatch(/access-|refresh-/)
  })

  it('fails where the provider does not do it', async () => {
    const { session } = await setUp(() => new Response('{}', { status: 400 }))
    await expect(session.end()).rejects.toThrow('not reached')
  })
})

describe('a session that the server holds for this browser', () => {
  const isOfServer = (url: string) => url === '/browser-session'
  const toServer = () =>
    sent.filter(({ url }) => isOfServer(url)).map(({ method, body }) => [method, JSON.parse(String(body))])
  const holding =
    (session = 'one'): Network =>
    (url, { method }) => {
      if (!isOfServer(url)) return Response.json([])
      if (method === 'DELETE') return Response.json({ ended: true })
      return Response.json({ accessToken: 'access-of-server', expiresIn: 300, session })
    }

  it('is taken over from the sign-in, and then renewed and ended there, without the provider', async () => {
    const { session, client, timesHeld } = await setUp(holding(), 300_000, 'handed over')
    await until(() => timesHeld() === 1)
    await session.renew()
    await client.tenants.getVariations()
    await session.end()
    expect(toServer()).toEqual([
      ['POST', { refreshToken: 'refresh-1', arrival: 'the arrival' }],
      ['POST', { session: 'one' }],
      ['DELETE', { session: 'one' }],
    ])
    expect(sent.filter(({ authorization }) => authorization)).toMatchObject([
      { url: '/api/tenants/current/variations', authorization: 'Bearer access-of-server' },
    ])
    expect(sent.filter(({ url }) => isOfProvider(url))).toEqual([])
    expect(heard.join()).not.toMatch(/access-|refresh-|the arrival|key of/)
  })

  it('is gone on with by a page that is loaded, whose calls wait for its token', async () => {
    const { client } = await setUp(holding(), 0, 'resumed')
    await client.tenants.getVariations()
    await client.tenants.getVariations()
    expect(toServer()).toEqual([['POST', {}]])
    expect(sent.map(({ authorization }) => authorization)).toEqual([
      null,
      'Bearer access-of-server',
      'Bearer access-of-server',
    ])
    expect(heard.join()).not.toMatch(/access-|key of/)
  })

  it('leads to the sign-in where there is none, or the provider has ended it', async () => {
    for (const status of [204, 401, 403]) {
      const { timesEnded } = await setUp(() => new Response(null, { status }), 0, 'resumed')
      await until(() => timesEnded() === 1)
    }
    expect(sent.every(({ url }) => isOfServer(url))).toBe(true)
  })

  it('fails the calls while the provider is away, and goes on afterwards', async () => {
    let isAway = true
    const { client, timesEnded } = await setUp(
      (url, init) => (isAway ? new Response('{}', { status: 503 }) : holding()(url, init)),
      0,
      'resumed',
    )
    await expect(client.tenants.getVariations()).rejects.toMatchObject({ kind: 'FETCH_ERROR' })
    isAway = false
    expect(await client.tenants.getVariations()).toEqual([])
    expect(timesEnded()).toBe(0)
  })

  it('that is gone, or of somebody else by now, leaves a tab with the refresh token of its own sign-in', async () => {
    let isGone = false
    const { session, timesHeld } = await setUp(
      (url, init) => {
        if (isOfProvider(url)) return renewedBy(2)
        return isGone ? new Response(null, { status: 204 }) : holding()(url, init)
      },
      300_000,
      'handed over',
    )
    await until(() => timesHeld() === 1)
    isGone = true
    await session.renew()
    expect(sent.map(({ url }) => url)).toEqual(['/browser-session', '/browser-session', provider.tokenUrl])
  })
})
