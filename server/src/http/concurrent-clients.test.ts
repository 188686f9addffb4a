import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { isWholeRun } from '../../testing/budget.ts'
import { articleType, ContentCalls, putType } from '../../testing/content-calls.ts'
import { loggedSince, logPosition } from '../../testing/kept-log.ts'
import { personWith, startOwnServer, type TestServer } from '../../testing/test-server.ts'

/*
 * The whole server on a real socket, with two hundred clients of two tenants that disconnect in the middle of calls and
 * whose database connections are cut. Every response must hold data of its own caller. platform/database/faults.test.ts does the same
 * with cancelled transactions.
 */
const calls = isWholeRun ? 2_400 : 400
const clients = 200

let server: TestServer
let port: number
interface Mine {
  readonly tenant: 'acme' | 'nordic'
  readonly contentItemId: string
  readonly name: string
  /** Of a person of the tenant: ten of the clients are theirs. */
  readonly token: string
}
const own: Mine[] = []

beforeAll(async () => {
  // A server of its own: it listens at a port, and cuts connections.
  server = await startOwnServer()
  for (const tenant of ['acme', 'nordic'] as const) {
    const body = { technicalName: 'body', friendlyName: { 'en-US': 'Body' }, type: 'longText' as const }
    await putType(server, server[tenant], { ...articleType, fields: [...articleType.fields, body] })
    const content = new ContentCalls(server, server[tenant])
    for (let n = 0; n < 10; n++) {
      const name = `${tenant} item ${n}`
      const token = await server.identity.tokenFor({ ...personWith('editor', tenant), userId: name })
      own.push({ tenant, name, token, ...(await content.create(name)) })
    }
  }
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(server.app.server.listeningOrigin).port)
})
afterAll(() => server.close())

const answerSchema = z.object({ contentItemId: z.string(), name: z.string() })
const pageSchema = z.object({ items: z.array(answerSchema) })

interface Answer {
  readonly status: number
  readonly text: string
}

/** Undefined where the caller disconnected before the response. */
function ask(
  { tenant, token }: Mine,
  method: string,
  path: string,
  body?: string,
  hangUpAfterMs?: number,
  encoding = 'identity',
) {
  return new Promise<Answer | undefined>((resolve, reject) => {
    let hasHungUp = false
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          'x-tenant-id': tenant,
          'accept-encoding': encoding,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
        response.on('error', () => resolve(undefined))
      },
    )
    request.on('error', (error) => (hasHungUp ? resolve(undefined) : reject(error)))
    request.end(body)
    if (hangUpAfterMs === undefined) return
    setTimeout(() => {
      hasHungUp = true
      request.destroy()
      resolve(undefined)
    }, hangUpAfterMs)
  })
}

/** Makes one of three kinds of calls, and tells whether the response belongs to its caller. */
async function askOnce(n: number, hangsUp: boolean): Promise<'right' | 'gone' | 'busy' | string> {
  const mine = own[n % own.length] ?? own[0]
  if (mine === undefined) throw new Error('nothing to ask for')
  // At a moment left to chance; whatever it hits, the verdict is the same.
  const after = hangsUp ? Math.random() * 25 : undefined
  const kind = n % 3
  const answer =
    kind === 0
      ? await ask(mine, 'GET', `/api/content-item/${mine.contentItemId}`, undefined, after)
      : kind === 1
        ? await ask(mine, 'POST', '/api/search-content-documents', '{"paging":{"pageSize":200}}', after)
        : await ask(
            mine,
            'PATCH',
            `/api/content-item?contentItemId=${mine.contentItemId}&name=${encodeURIComponent(mine.name)}`,
            undefined,
            after,
          )
  if (answer === undefined) return 'gone'
  if (answer.status === 503) return 'busy'
  if (answer.status !== 200) return `${answer.status} ${answer.text}`
  const json: unknown = JSON.parse(answer.text)
  const found = kind === 1 ? pageSchema.parse(json).items : [answerSchema.parse(json)]
  const foreign = found.filter(({ name }) => !name.startsWith(mine.tenant))
  if (foreign.length > 0) return `of another tenant: ${foreign[0]?.name}`
  if (kind !== 1 && found[0]?.contentItemId !== mine.contentItemId) return `of another call: ${found[0]?.name}`
  return 'right'
}

async function fire(
  count: number,
  hangsUp: (n: number) => boolean,
  answered: (n: number) => void = () => {},
): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  let next = 0
  const client = async () => {
    while (next < count) {
      const n = next++
      let outcome = await askOnce(n, hangsUp(n))
      // Comes back as it is told to; how often it has to is a matter of the machine.
      while (outcome === 'busy') {
        await pause(20)
        outcome = await askOnce(n, false)
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      answered(n)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return outcomes
}

describe('two hundred clients of two tenants', () => {
  it('get their own responses and no others, though a third of them disconnect on the way', async () => {
    const outcomes = await fire(calls, (n) => n % 3 === Math.floor(n / 3) % 3)
    const strange = [...outcomes.keys()].filter((outcome) => !['right', 'gone'].includes(outcome))
    expect(strange).toEqual([])
    // All that did not hang up were answered; and some did hang up in time.
    expect(outcomes.get('right') ?? 0).toBeGreaterThanOrEqual(Math.floor((calls * 2) / 3))
    expect(outcomes.get('gone') ?? 0).toBeGreaterThan(0)
    expect((await server.app.server.inject('/healthz')).statusCode).toBe(200)
  }, 120_000)

  it('get their own responses or 503 while connections to the database are cut again and again', async () => {
    let cutting: Promise<unknown> = Promise.resolve()
    const cut = () =>
      server.rows.look(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    // Every twenty answers, however long those take; one after the other, or they would cut each other off.
    const outcomes = await fire(
      calls / 4,
      () => false,
      (n) => {
        if (n % 20 === 0) cutting = cutting.then(cut)
      },
    )
    await cutting
    expect([...outcomes]).toEqual([['right', calls / 4]])
  }, 120_000)

  it('that leave before their answer are no fault of the server', async () => {
    const [mine] = own
    if (mine === undefined) throw new Error('nothing to ask for')
    const content = new ContentCalls(server, server[mine.tenant])
    const { en } = await content.make({ body: randomBytes(90_000).toString('hex') }, `${mine.tenant} long`)
    const before = logPosition()
    const path = `/api/content-variation/${en}`
    // One after the other, each a little later: some leave between the end of the work and the first bytes of the answer.
    for (let after = 0; after < 30; after += 0.5) await ask(mine, 'GET', path, undefined, after, 'br')
    // A later call ends after the one that was left.
    expect((await ask(mine, 'GET', path, undefined, undefined, 'br'))?.status).toBe(200)
    expect(loggedSince(before)).toEqual([])
  })
})
