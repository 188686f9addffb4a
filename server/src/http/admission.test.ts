import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { personWith, startOwnServer, type TestServer } from '../../testing/test-server.ts'

const maxConcurrent = 40
let server: TestServer
let port = 0
let token = ''
beforeAll(async () => {
  // Few calls at a time.
  server = await startOwnServer({ variables: { PIM_MAX_CONCURRENT: String(maxConcurrent), PIM_DEADLINE_MS: '60000' } })
  port = Number(new URL(await server.app.server.listen({ port: 0, host: '127.0.0.1' })).port)
  token = await server.identity.tokenFor(personWith('viewer'))
})
afterAll(() => server.close())

/** A socket that has sent this and never reads. */
async function sending(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
const times = <T>(count: number, act: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => act(at))
const statusOf = async (path: string, headers: Record<string, string> = {}) => {
  // Each on a connection of its own, as different callers have.
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers, connection: 'close' } })
  await answer.arrayBuffer()
  return answer.status
}
const staff = () =>
  statusOf(contract.tenants.getVariations.path, { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' })
const head = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nx-tenant-id: acme\r\n`

describe('callers that keep the server waiting', () => {
  it('with a hundred sockets that read no answer take no place from others, and leave none behind', async () => {
    // More than the buffers of the operating system take.
    const many = `${head('GET', '/api/openapi.json')}\r\n`.repeat(40)
    const unread = await Promise.all(times(100, () => sending(many)))
    // All that their address may have, which is that of the others, too.
    await expect.poll(() => server.app.inFlight.count).toBeGreaterThanOrEqual(maxConcurrent / 2)
    for (const status of await Promise.all(times(10, staff))) expect(status).toBe(200)
    expect(await statusOf('/healthz')).toBe(200)
    for (const socket of unread) socket.destroy()
    await expect.poll(() => server.app.inFlight.count).toBe(0)
  })

  it('with bodies that they send by halves take no place from others; the oldest are ended', async () => {
    const { path } = contract.search.searchAll
    const half = `${head('POST', path)}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":`
    const halves = await Promise.all(times(300, () => sending(half)))
    await expect.poll(() => server.app.inFlight.count).toBeGreaterThanOrEqual(maxConcurrent)
    for (const status of await Promise.all(times(10, staff))) expect(status).toBe(200)
    expect(await statusOf('/healthz')).toBe(200)
    expect(server.app.inFlight.count).toBeLessThanOrEqual(2 * maxConcurrent)
    for (const socket of halves) socket.destroy()
    await expect.poll(() => server.app.inFlight.count).toBe(0)
  })
})

/** A caller: a viewer of a tenant, connected from one of the loopback addresses. */
type Who = readonly [tenant: string, userId: string, localAddress: string]
const asked = async (path: string, ...[tenant, userId, localAddress]: Who): Promise<number> => {
  const person = { ...personWith('viewer', tenant), userId }
  const authorization = `Bearer ${await server.identity.tokenFor(person)}`
  const headers = { authorization, 'x-tenant-id': tenant }
  const sent = request({ port, host: '127.0.0.1', path, headers, localAddress, agent: false }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}
const variations = contract.tenants.getVariations.path
const types = contract.contentModel.getAllTypes.path
const countOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length

/** Calls for the variations of a tenant wait until this is called, or for the time that a statement may take. */
async function lockVariations(): Promise<() => Promise<void>> {
  const client = new pg.Client(server.rows.superuser)
  await client.connect()
  await client.query('begin; lock table variation in access exclusive mode')
  return () => client.end()
}

describe('places', () => {
  const tenantOf = (at: number) => (at % 2 === 0 ? 'acme' : 'nordic')

  it.each([
    ['of one person are a quarter', 10, (): Who => ['acme', 'anna', '127.0.0.1'], ['acme', 'ben', '127.0.0.1']],
    [
      'of one tenant are half',
      20,
      (at: number): Who => ['acme', `${at}`, `127.0.1.${at + 1}`],
      ['nordic', 'ben', '127.0.0.1'],
    ],
    [
      'of one address are half',
      20,
      (at: number): Who => [tenantOf(at), `${at}`, '127.0.0.1'],
      ['nordic', 'ben', '127.0.0.2'],
    ],
  ] satisfies [string, number, (at: number) => Who, Who][])(
    '%s, and the others are for others',
    async (_what, places, who, other) => {
      const unlock = await lockVariations()
      const answered: number[] = []
      const flood = times(40, (at) => asked(variations, ...who(at)).then((status) => answered.push(status)))
      await expect.poll(() => countOf(answered, 429)).toBe(40 - places)
      expect(server.app.inFlight.count).toBe(places)
      expect(await asked(types, ...other)).toBe(200)
      await unlock()
      await Promise.all(flood)
      await expect.poll(() => server.app.inFlight.count).toBe(0)
    },
  )
})

describe('a server all of whose places are taken', () => {
  it('refuses calls, and says that it is alive', async () => {
    const unlock = await lockVariations()
    const working = times(maxConcurrent, (at) =>
      asked(variations, at % 2 === 0 ? 'acme' : 'nordic', `${at}`, `127.0.1.${at + 1}`),
    )
    await expect.poll(() => server.app.inFlight.count).toBe(maxConcurrent)
    expect(await Promise.all([staff(), statusOf('/healthz'), statusOf('/healthz')])).toEqual([503, 200, 200])
    await unlock()
    await Promise.all(working)
  })
})
