import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startOwnServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  // A server of its own: it compares all rows of two tables.
  server = await startOwnServer()
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
    // Before the purge, which empties the details of earlier entries and so writes their rows again.
    await expectPairs('true', 5)
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

    await expectPairs(`kind = 'contentItem.purge' or kind !~ '^content(Item|Variation)'`, 8)
  })
})

async function expectPairs(condition: string, kindCount: number): Promise<void> {
  // The id of the transaction that wrote a row.
  const rowsOf = (table: string, kind: string) =>
    server.rows.look(`select transaction, kind from
      (select xmin::text as transaction, ${kind} as kind from ${table}) as written where ${condition} order by 1, 2`)
  const audited = await rowsOf('audit_entry', 'action')
  const logged = await rowsOf('event', 'kind')
  expect(new Set(logged.map(({ kind }) => kind)).size).toBeGreaterThan(kindCount)
  expect(logged).toEqual(audited)
}
