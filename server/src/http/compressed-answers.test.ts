import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { defineRoute } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { z } from 'zod'
import { type SmallServer, startSmallServer } from '../../testing/small-server.ts'
import { personWith } from '../../testing/test-server.ts'

const names = Array.from({ length: 100 }, (_, at) => `Lantern of steel ${at}`)
const text = JSON.stringify(names)

const contract = {
  lists: {
    long: defineRoute({ method: 'GET', path: '/api/long', summary: '', access: 'user', response: z.unknown() }),
    short: defineRoute({ method: 'GET', path: '/api/short', summary: '', access: 'user', response: z.unknown() }),
  },
} as const

let server: SmallServer
let token = ''

beforeAll(async () => {
  server = await startSmallServer(contract, { lists: { long: () => names, short: () => names.slice(0, 3) } })
  token = await server.identity.tokenFor(personWith('viewer'))
})
afterAll(() => server.close())

const get = (path: string, acceptEncoding: string) =>
  server.app.inject({
    url: path,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'accept-encoding': acceptEncoding },
  })

describe('a long answer', () => {
  it('is compressed as the caller asks for it, and says so', async () => {
    const [br, gzip] = [await get('/api/long', 'gzip, br'), await get('/api/long', 'gzip')]
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
    expect(br.headers.vary).toContain('accept-encoding')
    expect(br.rawPayload.length).toBeLessThan(text.length / 5)
  })

  it('is sent as it is to a caller who takes nothing else', async () => {
    const plain = await get('/api/long', 'identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text])
  })
})

describe('a short answer', () => {
  it('is sent as it is', async () => {
    expect((await get('/api/short', 'br')).headers['content-encoding']).toBeUndefined()
  })
})
