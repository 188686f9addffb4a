import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('every change that is audited', () => {
  it('has an event of the same transaction', async () => {
    const content = new ContentCalls(server, server.acme)
    await putType(server, server.acme, articleType)
    const made = await content.make({ title: 'one' })
    await content.step('publish', made.en)
    await content.step('unpublish', made.en)
    await server.ok(contract.contentItem.renameItem, { query: { contentItemId: made.contentItemId, name: 'two' } })
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: made.contentItemId }, query: {} })
    await server.ok(contract.contentItem.purgeItem, { params: { contentItemId: made.contentItemId } })
    const { apiKeyId } = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'a key' } })
    await server.ok(contract.apiKeys.revokeApiKey, { params: { apiKeyId } })
    await server.ok(contract.tenants.changeTenant, { body: { friendlyName: 'Acme' } })
    const variation = { friendlyName: 'Dansk', languageCode: 'da-DK', fallbackVariationId: null }
    const { variationId } = await server.ok(contract.tenants.createVariation, { body: variation })
    await server.ok(contract.tenants.changeVariation, { params: { variationId }, body: { friendlyName: 'Danish' } })
    const { taxonomyId } = await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: 'Colours' } })
    const query = { friendlyName: 'Red' }
    await server.ok(contract.taxonomies.createConcept, { params: { taxonomyId }, query })

    // The id of the transaction that wrote a row.
    const transaction = 'xmin::text as transaction'
    const audited = await server.rows.look(`select ${transaction}, action as kind from audit_entry order by 1, 2`)
    const logged = await server.rows.look(`select ${transaction}, kind from event order by 1, 2`)
    expect(new Set(logged.map(({ kind }) => kind)).size).toBeGreaterThan(10)
    expect(logged).toEqual(audited)
  })
})
