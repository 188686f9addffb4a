import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the test server', () => {
  it('is the whole server with a real database', async () => {
    expect(await server.database.isReady()).toBe(true)
    const answer = await server.app.server.inject('/healthz')
    expect(answer.json()).toEqual({ status: 'alive' })
  })

  it('makes calls as a person with just the given role', async () => {
    await server.refused(contract.taxonomies.createTaxonomy, 'FORBIDDEN', {
      as: 'viewer',
      query: { friendlyName: 'Colours' },
    })
    await server.refused(contract.taxonomies.createTaxonomy, 'UNAUTHENTICATED', {
      as: 'nobody',
      query: { friendlyName: 'Colours' },
    })
    await server.refused(contract.taxonomies.getTaxonomies, 'TENANT_REQUIRED', { tenant: null })
    await server.refused(contract.taxonomies.getTaxonomies, 'FORBIDDEN', { tenant: 'ghost', as: 'viewer' })
  })
})
