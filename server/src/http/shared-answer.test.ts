import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { LatestAnswer, SharedAnswer } from './shared-answer.ts'

// The description of the API takes seconds to make on a busy machine.
rstest.setConfig({ testTimeout: 300_000 })

/** What anybody may ask for and is long. */
const paths = ['/api/openapi.json', contract.resources.getAllResources.path, '/api/resources/all?languageCode=de-DE']

let server: TestServer
let port = 0
beforeAll(async () => {
  // A deadline that a slow reader does not meet.
  server = await startOwnServer({ variables: { PIM_DEADLINE_MS: '120000' } })
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => server.app.server.inject({ url: path, headers })

/** Microseconds of CPU of this process that twenty-five calls take, threads that compress included. */
async function cpuOf(path: string, headers: Record<string, string>): Promise<number> {
  const before = process.cpuUsage()
  for (let call = 0; call < 25; call += 1) await get(path, headers)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

describe.each(paths)('%s', (path) => {
  it('comes in the encodings that callers take, each with an ETag of its own', async () => {
    const [br, gzip, plain] = await Promise.all(
      ['gzip, br', 'gzip', 'identity'].map((accepted) => get(path, { 'accept-encoding': accepted })),
    )
    if (br === undefined || gzip === undefined || plain === undefined) throw new Error('three were asked for')
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(br.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
    expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers } of [br, gzip, plain]) expect(headers.vary).toBe('accept-encoding')
    const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', br.headers.etag])
    const other = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': String(br.headers.etag) })
    expect(other.statusCode).toBe(200)
  })
})

describe('a long answer that is the same for everybody', () => {
  it('is compressed for no caller: it takes the CPU of one that is sent as it is', async () => {
    const path = '/api/openapi.json'
    const [br, plain] = [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'identity' }]
    for (const headers of [br, plain]) await cpuOf(path, headers)
    const compressing: number[] = []
    const copying: number[] = []
    // The least of several, as what else this process does is not theirs.
    for (let round = 0; round < 5; round += 1) {
      compressing.push(await cpuOf(path, br))
      copying.push(await cpuOf(path, plain))
    }
    expect(Math.min(...compressing)).toBeLessThan(Math.min(...copying) + 50_000)
  })

  it('is the same bytes for all who ask for an encoding, also those who ask while it is made', async () => {
    const answer = new SharedAnswer(JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `Lantern ${at}`)))
    const ask = async () => (await answer.responseTo({ 'accept-encoding': 'br' }, {})).body
    const [first, second] = await Promise.all([ask(), ask()])
    expect(second).toBe(first)
    expect(await ask()).toBe(first)
  })
})

describe('readers who take no byte of a long answer', () => {
  it('share one copy of it, also of the one that is not compressed', async () => {
    await get('/api/openapi.json')
    const { rawPayload } = await get('/api/openapi.json')
    const before = process.memoryUsage()
    const request = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const readers = Array.from({ length: 60 }, () => connect(port, '127.0.0.1'))
    for (const reader of readers) {
      reader.on('error', () => {})
      reader.pause()
      await once(reader, 'connect')
      // More than the buffers of the operating system take.
      reader.write(request.repeat(20))
    }
    await expect.poll(() => server.app.inFlight.count).toBeGreaterThanOrEqual(60)
    const after = process.memoryUsage()
    const grown = after.external - before.external
    // A copy for each reader would be sixty answers.
    expect(grown).toBeLessThan(20 * rawPayload.length)
    for (const reader of readers) reader.destroy()
    await expect.poll(() => server.app.inFlight.count).toBe(0)
  })
})

describe('an answer with a text that may change', () => {
  it('is made anew only when it has', () => {
    const latest = new LatestAnswer()
    const first = latest.of('one')
    expect(latest.of('one')).toBe(first)
    expect(latest.of('two')).not.toBe(first)
  })

  it('is sent as it is where it is short', async () => {
    const { headers, body } = await new SharedAnswer('[]').responseTo({ 'accept-encoding': 'br' }, {})
    expect([headers['content-encoding'], String(body)]).toEqual([undefined, '[]'])
  })
})
