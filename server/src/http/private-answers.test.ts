import { contract } from '@pim/contract'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
const metricsToken = 'figures-for-the-collector'
beforeAll(async () => {
  // With metrics.
  server = await startOwnServer({ variables: { PIM_METRICS_TOKEN: metricsToken } })
})
afterAll(() => server.close())

it('the figures are for nobody where no token is set, and else for who has it', async () => {
  const open = await server.anotherNode({ variables: { PIM_METRICS_TOKEN: '' } })
  const ask = async ({ app }: Pick<TestServer, 'app'>, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await app.server.inject({ url: '/metrics', headers })).statusCode
  }
  expect([await ask(open), await ask(open, metricsToken), await ask(open, 'undefined')]).toEqual([404, 404, 404])
  expect([await ask(server), await ask(server, 'another'), await ask(server, metricsToken)]).toEqual([401, 401, 200])
})

it('a file in the cache of a browser is for the person and the tenant it was sent to', async () => {
  const file = new Blob(['bytes'], { type: 'text/plain' })
  const { binaryId } = await server.ok(contract.binary.uploadBinary, { file, fileName: 'a.txt' })
  const request = { params: { binaryId }, query: { imageSize: 'original' } } as const
  const { status, headers } = await server.call(contract.binary.getBinaryContent, request)
  expect([status, headers['cache-control'], headers.vary]).toEqual([
    200,
    'private, max-age=3600',
    'authorization, x-tenant-id',
  ])
})
