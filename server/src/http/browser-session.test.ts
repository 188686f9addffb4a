// A server of its own: the embedded provider listens on a port, and its database is filled with its accounts.
import { browserSessionPath } from '@pim/contract/core/browser-session-path.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import type { FastifyInstance } from 'fastify'
import { browserAt, claimsIn, providerForTests } from '../../testing/embedded-sign-in.ts'
import { keptLog } from '../../testing/kept-log.ts'
import { createBrowserSessions, createSeal } from '../platform/browser-session/index.ts'
import { providerSession } from '../platform/identity/index.ts'
import { createMetrics } from '../platform/metrics/index.ts'
import { mountBrowserSession } from './browser-session-routes.ts'
import { browserCookies } from './pages/browser-cookies.ts'
import { createServer } from './server.ts'

const origin = 'https://pim.example'
const cookies = browserCookies(new URL(origin))
const started = providerForTests()
const servers: FastifyInstance[] = []

/** One of several servers over the same database, and what a worker in a browser asks of it. */
function serverWith(keycloakUrl = started.provider.origin) {
  const { app } = createServer({
    log: keptLog(),
    metrics: createMetrics(),
    publicUrl: new URL(origin),
    trustProxy: false,
    hostNames: undefined,
    allowedMethods: () => [],
    deadlineMs: 15_000,
    maxConcurrent: 100,
    isLeaving: () => false,
  })
  const { database } = started.rows
  const settings = { clientId: 'pim', realm: 'pim', keycloakUrl }
  const sessions = createBrowserSessions(createSeal(database), providerSession(settings))
  mountBrowserSession(app, { sessions, cookies, ownOrigins: [origin], limits: { admit: () => {} } })
  servers.push(app)
  return { app, sessions }
}

let node: ReturnType<typeof serverWith>
beforeAll(() => {
  node = serverWith()
})
afterAll(async () => {
  for (const app of servers) await app.close()
})

const fromWorker = {
  origin,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'same-origin',
  'content-type': 'application/json',
}

/** A browser with the cookies that it would have, after its page has started the worker. */
async function browserOf(server = node) {
  const jar = new Map([
    ['worker', 'this browser'],
    ['arrival', 'just arrived'],
  ])
  const key = await server.sessions.workerKey('this browser')
  const ask = async (
    method: 'POST' | 'DELETE',
    body: unknown,
    { to = server, headers = {} }: { to?: typeof node; headers?: Record<string, string> } = {},
  ) => {
    const cookie = [...jar].map(([purpose, value]) => `__Http-pim-${purpose}-443=${value}`).join('; ')
    const answer = await to.app.inject({
      method,
      url: browserSessionPath,
      headers: { ...fromWorker, 'x-worker-key': key, cookie, ...headers },
      payload: JSON.stringify(body),
    })
    const lines = [answer.headers['set-cookie'] ?? []].flat()
    for (const line of lines) {
      const [, purpose = '', value = ''] = /^__Http-pim-(\w+)-443=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0;/.test(line)) jar.delete(purpose)
      else jar.set(purpose, value)
    }
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : answer.json(),
      lines,
      headers: answer.headers,
    }
  }
  return {
    jar,
    ask,
    async handOver(username = 'editor') {
      const { refresh_token: refreshToken } = await browserAt(started.provider).tokens(username)
      return { refreshToken, ...(await ask('POST', { refreshToken, arrival: 'just arrived' })) }
    },
  }
}

describe('the session of a browser', () => {
  it('is held by the server in a cookie that nobody reads, and renewed by each server', async () => {
    const browser = await browserOf()
    const begun = await browser.handOver()
    expect(begun.status).toBe(200)
    expect(claimsIn(begun.body.accessToken)).toMatchObject({
      tenants: ['acme', 'nordic'],
      preferred_username: 'editor',
    })
    const line = begun.lines.find((one) => one.startsWith('__Http-pim-session-443='))
    expect(line).toMatch(/; Path=\/browser-session; Max-Age=1800; Secure; HttpOnly; SameSite=Strict$/)
    // Sealed: nothing of the token stands in it, also for those who decode it.
    const sealed = String(browser.jar.get('session')?.split('.')[1])
    const text = `${sealed} ${Buffer.from(sealed, 'base64url').toString('latin1')}`
    for (const part of begun.refreshToken.split('.')) expect(text).not.toContain(part)
    expect(begun.headers['cache-control']).toBe('no-store')

    // Another server has read no key before.
    const renewed = await browser.ask('POST', { session: begun.body.session }, { to: serverWith() })
    expect([renewed.status, renewed.body.session]).toEqual([200, begun.body.session])
    expect(claimsIn(renewed.body.accessToken).sub).toBe(claimsIn(begun.body.accessToken).sub)
    expect(JSON.stringify([renewed.body, renewed.headers])).not.toContain(begun.refreshToken)
  })

  it('ends in the browser and at the provider', async () => {
    const browser = await browserOf()
    const { refreshToken, body } = await browser.handOver()
    const held = String(browser.jar.get('session'))
    expect(await browser.ask('DELETE', { session: body.session })).toMatchObject({ status: 200, body: { ended: true } })
    expect(browser.jar.has('session')).toBe(false)
    expect(await browser.ask('POST', {})).toMatchObject({ status: 204 })
    expect((await browserAt(started.provider).refresh(refreshToken)).status).toBe(400)
    // The provider refuses a copy of the cookie, too, and that is the end of the copy.
    browser.jar.set('session', held)
    expect(await browser.ask('POST', {})).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(browser.jar.has('session')).toBe(false)
  })

  it('is not the one of whoever signs in next', async () => {
    const browser = await browserOf()
    const first = await browser.handOver('editor')
    browser.jar.set('arrival', 'just arrived')
    const second = await browser.handOver('viewer')
    expect(claimsIn(second.body.accessToken).preferred_username).toBe('viewer')
    for (const method of ['POST', 'DELETE'] as const) {
      const { status, body, lines } = await browser.ask(method, { session: first.body.session })
      expect([method, status, body?.accessToken, body?.ended]).toEqual(
        method === 'POST' ? ['POST', 204, undefined, undefined] : ['DELETE', 200, undefined, false],
      )
      expect(lines).toEqual([])
    }
    expect((await browser.ask('POST', {})).status).toBe(200)
  })

  it('is begun by a sign-in that has just ended in this browser alone, and once', async () => {
    const browser = await browserOf()
    const { refresh_token: refreshToken } = await browserAt(started.provider).tokens('editor')
    const begin = (arrival: string) => browser.ask('POST', { refreshToken, arrival })
    expect((await begin('of another browser')).status).toBe(403)
    expect(browser.jar.has('session')).toBe(false)
    expect((await begin('just arrived')).status).toBe(200)
    expect((await begin('just arrived')).status).toBe(403)
  })

  it('is not renewed with a cookie that is made up, sealed for another end, or there twice', async () => {
    const browser = await browserOf()
    const { body } = await browser.handOver()
    const held = String(browser.jar.get('session'))
    const key = await node.sessions.workerKey('this browser')
    const changed = `${held.slice(0, -4)}${held.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const cookie of [
      'made-up',
      'made.up',
      `${held.split('.')[0]}.AAAA`,
      changed,
      key,
      `${held}; __Http-pim-session-443=${held}`,
    ]) {
      browser.jar.set('session', cookie)
      expect([cookie, (await browser.ask('POST', {})).status]).toEqual([cookie, 204])
    }
    browser.jar.set('session', held)
    expect((await browser.ask('POST', { session: body.session })).status).toBe(200)
  })

  it('is kept while the provider is away', async () => {
    const browser = await browserOf()
    await browser.handOver()
    const away = serverWith('http://127.0.0.1:1')
    const { status, lines } = await browser.ask('POST', {}, { to: away })
    expect([status, lines]).toEqual([503, []])
    expect((await browser.ask('POST', {})).status).toBe(200)
  })
})

describe('who asks for tokens', () => {
  it('is a worker of a page of this server, as the browser says, and nobody else', async () => {
    const browser = await browserOf()
    await browser.handOver()
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '' },
      { 'sec-fetch-dest': 'document' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'no-cors' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'x-worker-key': '' },
      { 'x-worker-key': 'made-up' },
      { 'x-worker-key': await node.sessions.workerKey('another browser') },
      { 'x-worker-key': String(browser.jar.get('session')) },
    ]
    for (const headers of others) {
      for (const method of ['POST', 'DELETE'] as const) {
        const { status, lines } = await browser.ask(method, {}, { headers })
        expect([headers, status, lines]).toEqual([headers, 403, []])
      }
    }
    expect((await browser.ask('POST', {})).status).toBe(200)
  })

  it('is told which part of the question is wrong', async () => {
    const browser = await browserOf()
    for (const body of [{ session: 1 }, { refreshToken: 'x', arrival: 2 }, { other: true }, []]) {
      expect(await browser.ask('POST', body)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    }
    expect(await browser.ask('DELETE', { session: 1 })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ technicalFieldName: 'body.session' }] },
    })
    expect((await browser.ask('POST', {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await browser.ask('POST', { refreshToken: 'x'.repeat(20_000), arrival: 'a' })).status).toBe(413)
  })
})
