import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { defineRoute } from '@pim/contract/core/route.ts'
import { afterEach, describe, expect, it, rstest } from '@rstest/core'
import { z } from 'zod'
import { goodKey, type SmallServer, type SmallServerOptions, startSmallServer } from '../../testing/small-server.ts'
import { personWith } from '../../testing/test-server.ts'
import { rateLimitsOf } from './rate-limits.ts'

// Hundreds of calls, and answers of many megabytes.
rstest.setConfig({ testTimeout: 120_000 })

const contract = {
  wait: {
    until: defineRoute({ method: 'GET', path: '/api/wait', summary: '', access: 'public', response: z.unknown() }),
    atLength: defineRoute({
      method: 'GET',
      path: '/api/long',
      summary: '',
      access: 'public',
      isLong: true,
      response: z.unknown(),
    }),
    body: defineRoute({
      method: 'POST',
      path: '/api/body',
      summary: '',
      access: 'public',
      body: z.unknown(),
      response: z.unknown(),
    }),
    change: defineRoute({
      method: 'POST',
      path: '/api/change',
      summary: '',
      access: 'public',
      changes: ['audit'],
      response: z.unknown(),
    }),
    late: defineRoute({ method: 'GET', path: '/api/late', summary: '', access: 'public', response: z.unknown() }),
    large: defineRoute({ method: 'GET', path: '/api/large', summary: '', access: 'public', response: z.unknown() }),
    mine: defineRoute({ method: 'GET', path: '/api/mine', summary: '', access: 'user', response: z.unknown() }),
    key: defineRoute({ method: 'GET', path: '/api/key', summary: '', access: 'apiKey', response: z.unknown() }),
  },
} as const

let server: SmallServer
/** The handler of `/api/wait` responds when a test resolves this. */
let gate = Promise.withResolvers<void>()
let reasons: unknown[] = []

const start = async (options: SmallServerOptions = {}) => {
  gate = Promise.withResolvers<void>()
  reasons = []
  server = await startSmallServer(
    contract,
    {
      wait: {
        until: async ({ context }) => {
          context.signal.addEventListener('abort', () => reasons.push(context.signal.reason))
          await gate.promise
          return { waited: true }
        },
        atLength: async () => {
          await gate.promise
          return { waited: true }
        },
        body: ({ body }) => body ?? null,
        change: async () => {
          await gate.promise
          return { changed: true }
        },
        // Asks for the signal once the call is over.
        late: async ({ context }) => {
          await gate.promise
          reasons.push(context.signal.reason)
          return {}
        },
        large: () => ({ text: 'x'.repeat(16 * 2 ** 20) }),
        mine: () => ({ mine: true }),
        key: () => ({ key: true }),
      },
    },
    options,
  )
}

afterEach(async () => {
  gate.resolve()
  await server.close()
})

describe('the deadline of a call', () => {
  it('ends a change that takes too long with the news that it may have happened', async () => {
    await start({ deadlineMs: 1_000 })
    const answer = await server.send('/api/change', { method: 'POST' })
    expect([answer.status, answer.json.code]).toEqual([503, 'OUTCOME_UNKNOWN'])
  })

  it('ends a call that takes too long with 503, and aborts its work', async () => {
    await start({ deadlineMs: 1_000 })
    // Its handler waits for the gate, which stays closed until the caller has been answered.
    const answer = await server.send('/api/wait')
    expect(answer.status).toBe(503)
    expect(answer.json).toMatchObject({ code: 'UNAVAILABLE' })
    expect(answer.headers['retry-after']).toBe('2')
    expect(reasons).toHaveLength(1)
    gate.resolve()
    expect((await server.send('/api/body', { method: 'POST', headers: json, body: '{}' })).status).toBe(200)
  })

  it('is later for a call that the contract calls long, also where that one came first', async () => {
    await start({ deadlineMs: 1_000 })
    const long = server.send('/api/long')
    await expect.poll(() => server.inFlight.count).toBe(1)
    expect((await server.send('/api/wait')).status).toBe(503)
    gate.resolve()
    expect((await long).status).toBe(200)
  })

  it('ends a request whose body arrives too slowly with 408', async () => {
    await start({ deadlineMs: 200 })
    const answer = await server.raw(
      'POST /api/body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408/)
    expect(answer).toContain('REQUEST_TIMEOUT')
  })

  it('is not waited for where the caller has disconnected', async () => {
    await start()
    const socket = server.socket()
    socket.on('error', () => {})
    socket.write('GET /api/wait HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => server.inFlight.count).toBe(1)
    socket.destroy()
    await expect.poll(() => reasons.length).toBe(1)
    gate.resolve()
    await expect.poll(() => server.inFlight.count).toBe(0)
    // The response without a reader is dropped, and is not logged as an error.
    expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  it.each([
    ['whose caller has gone', 60_000, new Error('The caller has gone')],
    ['that is over', 1_000, expect.objectContaining({ code: 'UNAVAILABLE' })],
  ])('is told to work that asks late for the signal of a call %s', async (_, deadlineMs, reason) => {
    await start({ deadlineMs })
    const socket = server.socket()
    socket.on('error', () => {})
    socket.write('GET /api/late HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => server.inFlight.count).toBe(1)
    if (deadlineMs === 60_000) socket.destroy()
    // The response is closed with it.
    else await once(socket, 'data')
    await expect.poll(() => server.inFlight.count).toBe(0)
    gate.resolve()
    await expect.poll(() => reasons).toEqual([reason])
  })

  it('is refused as always where the caller is gone before its key was looked at, and nothing fails', async () => {
    await start()
    server.app.server.prependListener('request', ({ socket }) => socket.destroy())
    const socket = server.socket()
    socket.on('error', () => {})
    socket.write('GET /api/key HTTP/1.1\r\nhost: x\r\nx-api-key: unknown\r\n\r\n')
    await expect.poll(() => server.log.join('')).toContain('API_KEY_INVALID')
    expect(server.log.join('')).not.toContain('INTERNAL')
  })

  it('leaves each caller its own response when others disconnect in between', async () => {
    await start()
    const strangers = Array.from({ length: 50 }, () => {
      const socket = server.socket()
      socket.on('error', () => {})
      socket.write(
        `POST /api/body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"strange"`,
      )
      return socket
    })
    const answers = Array.from({ length: 50 }, (_, index) =>
      server.send('/api/body', { method: 'POST', headers: json, body: JSON.stringify({ index }) }),
    )
    for (const socket of strangers) socket.destroy()
    for (const [index, answer] of (await Promise.all(answers)).entries()) expect(answer.json).toEqual({ index })
  })
})

const json = { 'content-type': 'application/json' }

const fromElsewhere = async (path: string, localAddress = '127.0.0.2'): Promise<number | undefined> => {
  const sent = request({ port: server.port, host: '127.0.0.1', path, localAddress, agent: false }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

describe('anonymous callers at many addresses', () => {
  it('have half of the places together, and one address half of these', async () => {
    await start({ maxConcurrent: 40, deadlineMs: 60_000 })
    const answered: (number | undefined)[] = []
    const wait = (at: number) => fromElsewhere('/api/wait', `127.0.2.${at}`).then((status) => answered.push(status))
    const alone = Array.from({ length: 15 }, () => wait(1))
    await expect.poll(() => answered).toEqual([429, 429, 429, 429, 429])
    const others = Array.from({ length: 15 }, (_, at) => wait(2 + at))
    await expect.poll(() => answered.filter((status) => status === 429).length).toBe(10)
    expect(server.inFlight.count).toBe(20)
    const token = await server.identity.tokenFor(personWith('viewer'))
    expect((await server.send('/api/mine', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    gate.resolve()
    await Promise.all([...alone, ...others])
  })

  it('hold the bytes of one tenant together: who has read nothing for longest makes room for the next', async () => {
    await start({ deadlineMs: 60_000 })
    for (let at = 0; at < 8; at += 1) {
      const socket = connect({
        port: server.port,
        host: '127.0.0.1',
        localAddress: `127.0.3.${1 + Math.floor(at / 4)}`,
      })
      socket.on('error', () => {})
      socket.pause()
      socket.write('GET /api/large HTTP/1.1\r\nhost: x\r\n\r\n')
      await expect.poll(() => server.inFlight.count).toBe(at + 1)
    }
    expect(await fromElsewhere('/api/large', '127.0.3.3')).toBe(200)
    await expect.poll(() => server.inFlight.count).toBe(7)
    // One of its own address has been ended, so that this one may read again.
    expect(await fromElsewhere('/api/large', '127.0.3.1')).toBe(200)
    await expect.poll(() => server.inFlight.count).toBe(7)
  })
})

describe('the bytes of one caller that are held at once', () => {
  const sending = async (text: string, count: number) => {
    const sockets = Array.from({ length: count }, () => server.socket())
    for (const socket of sockets) socket.on('error', () => {}).write(text)
    await expect.poll(() => server.inFlight.count).toBe(count)
    return sockets
  }

  it.each([
    [
      'in bodies',
      32,
      'POST /api/body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2097152\r\n\r\n[',
    ],
    ['in answers that it does not read', 4, 'GET /api/large HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('%s are bounded, and others are served', async (_what, count, text) => {
    const next = { method: 'POST', headers: json, body: '{}' }
    await start({ deadlineMs: 60_000 })
    const sockets = await sending(text, count)
    const refused = await server.send('/api/body', next)
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1'])
    expect(await fromElsewhere('/api/large')).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => server.inFlight.count).toBe(0)
    expect((await server.send('/api/body', next)).status).toBe(200)
  })
})

describe('the limit of concurrent calls', () => {
  it('refuses one call more with 503 at once, and takes calls again afterwards', async () => {
    await start({ maxConcurrent: 2 })
    const first = [server.send('/api/wait'), server.send('/api/wait')]
    await expect.poll(() => server.inFlight.count).toBe(2)
    const refused = await server.send('/api/wait')
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')
    gate.resolve()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    expect((await server.send('/api/wait')).status).toBe(200)
  })

  it('is not used up by sockets that send nothing', async () => {
    await start({ maxConcurrent: 5 })
    const silent = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const socket = server.socket()
        await once(socket, 'connect')
        socket.on('error', () => {})
        socket.write('GET /api/wait HTTP/1.1\r\nhost: x\r\nx-slow: ')
        return socket
      }),
    )
    const connections = promisify(server.app.server.getConnections.bind(server.app.server))
    await expect.poll(() => connections()).toBe(silent.length)
    expect((await server.send('/api/body', { method: 'POST', headers: json, body: '1' })).status).toBe(200)
    expect(silent.filter(({ destroyed }) => destroyed)).toEqual([])
    expect(server.app.server.headersTimeout).toBe(10_000)
    expect(server.app.server.timeout).toBe(120_000)
    for (const socket of silent) socket.destroy()
  })
})

describe('rate limits', () => {
  it('count by person: another token, another address in a header or another body change nothing', async () => {
    await start({ limits: { perSecond: 0.001, burst: 3 } })
    const token = await server.identity.tokenFor(personWith('viewer'))
    const other = await server.identity.tokenFor({ ...personWith('viewer'), lastName: 'Renewed' })
    const statuses: number[] = []
    for (const [index, bearer] of [token, other, token, other, token].entries()) {
      const headers = {
        authorization: `Bearer ${bearer}`,
        'x-forwarded-for': `10.0.0.${index}`,
        'x-real-ip': '1.2.3.4',
      }
      const answer = await server.send('/api/mine', { headers })
      statuses.push(answer.status)
      if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const colleague = await server.identity.tokenFor({ ...personWith('viewer'), userId: 'colleague' })
    expect((await server.send('/api/mine', { headers: { authorization: `Bearer ${colleague}` } })).status).toBe(200)
  })

  it('count by API key', async () => {
    await start({ limits: { perSecond: 0.001, burst: 2 } })
    const get = () => server.send('/api/key', { headers: { 'x-api-key': goodKey } })
    expect([(await get()).status, (await get()).status, (await get()).status]).toEqual([200, 200, 429])
  })

  it('count failed attempts by address, and do not affect valid callers from there', async () => {
    await start({ limits: { failuresPerSecond: 0.001, failureBurst: 3 } })
    const guess = (n: number) =>
      server.send('/api/key', { headers: { 'x-api-key': `guess-${n}`, 'x-forwarded-for': `10.0.0.${n}` } })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const forged = await server.send('/api/mine', { headers: { authorization: 'Bearer a.b.c' } })
    expect(forged.status).toBe(429)
    expect((await server.send('/api/key', { headers: { 'x-api-key': goodKey } })).status).toBe(200)
  })

  it.each([
    ['keys', { lookUpsPerSecond: 0.001, lookUpBurst: 3 }, (n: number) => ({ 'x-api-key': `guess-${n}` })],
    ['tokens', { checksPerSecond: 0.001, checkBurst: 3 }, (n: number) => ({ authorization: `Bearer a.b.${n}` })],
  ])(
    'count look-ups of unknown %s by address, and neither known ones nor those that turn out valid',
    async (kind, limits, headersOf) => {
      await start({ limits })
      const mine = async (userId: string) => {
        const token = await server.identity.tokenFor({ ...personWith('viewer'), userId })
        return (await server.send('/api/mine', { headers: { authorization: `Bearer ${token}` } })).status
      }
      for (let n = 0; n < 10; n++) expect(await mine(`person-${n}`)).toBe(200)
      const guess = (n: number) => server.send(kind === 'keys' ? '/api/key' : '/api/mine', { headers: headersOf(n) })
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) {
        const answer = await guess(n)
        statuses.push(answer.status)
        if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
      expect(await mine('person-1')).toBe(200)
      expect((await server.send('/api/key', { headers: { 'x-api-key': goodKey } })).status).toBe(200)
    },
  )

  it('let somebody sign in at an address from which fifty bad tokens a second come', async () => {
    await start({ limits: rateLimitsOf({ perSecond: 0, failuresPerSecond: 20 }) })
    const statuses = new Set<number>()
    // As many as come in ten seconds, while nothing of the budgets comes back.
    for (let n = 0; n < 500; n++) {
      const { status } = await server.send('/api/mine', { headers: { authorization: `Bearer a.b.${n}` } })
      statuses.add(status)
    }
    expect([...statuses]).toEqual([401])
    const token = await server.identity.tokenFor({ ...personWith('viewer'), userId: 'new-here' })
    expect((await server.send('/api/mine', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  })

  it('trust the forwarded address of a configured proxy, and of no other', async () => {
    await start({ limits: { failuresPerSecond: 0.001, failureBurst: 1 }, trustProxy: 'loopback' })
    const guess = (from: string) => server.send('/api/key', { headers: { 'x-forwarded-for': from } })
    expect((await guess('10.0.0.1')).status).toBe(401)
    expect((await guess('10.0.0.1')).status).toBe(429)
    expect((await guess('10.0.0.2')).status).toBe(401)
    // The last address is the one that the proxy saw; those left of it are claims of the caller.
    expect((await guess('10.9.9.9, 10.0.0.1')).status).toBe(429)
  })
})

describe('configured host names', () => {
  it('are the only ones that requests may be addressed to', async () => {
    await start({ hostNames: new Set(['localhost', '127.0.0.1']) })
    gate.resolve()
    expect((await server.send('/api/wait')).status).toBe(200)
    const rebound = await server.send('/api/wait', { headers: { host: 'evil.example' } })
    expect(rebound.status).toBe(400)
  })
})

describe('what is logged', () => {
  it('holds no token, key or cookie, whoever is refused', async () => {
    await start()
    const secrets = {
      authorization: 'Bearer top.secret.token',
      'x-api-key': 'top-secret-key',
      cookie: 'sid=top-secret',
    }
    await server.send('/api/mine?token=top-secret-query', { headers: secrets })
    await server.send('/api/key', { headers: secrets })
    expect(server.log.length).toBeGreaterThan(0)
    expect(server.log.join('')).not.toContain('top')
    expect(server.log.join('')).toContain('UNAUTHENTICATED')
  })
})
