import { contract, type DeliveryFilter } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import type { Database } from '../../platform/database/database.ts'
import { ChangeLog } from './change-log.ts'
import { createDeliveryService, type DeliveryService } from './service.ts'
import { createTenantModels } from './tenant-models.ts'

const names = { 'en-US': 'Name' }

let server: TestServer
let content: ContentCalls
/** Its memory hears of no change. */
let service: DeliveryService
/** Transactions since they were last looked at. */
let begun: ('one statement' | 'many')[] = []

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  const stock = { technicalName: 'stock', friendlyName: names, type: 'integer' as const }
  const title = { technicalName: 'title', friendlyName: names, type: 'text' as const }
  const article = { technicalName: 'article', friendlyName: names, kind: 'user' as const, fields: [title, stock] }
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [article] } })
  const counting: Database = {
    ...server.database,
    inTenantReadOnly: (...call) => {
      begun.push('many')
      return server.database.inTenantReadOnly(...call)
    },
    readOnce: (...call) => {
      begun.push('one statement')
      return server.database.readOnce(...call)
    },
  }
  service = createDeliveryService(counting, createTenantModels(new ChangeLog(), { isCurrent: true }))
})
afterAll(() => server.close())

/** The items of a list in English, and how many there are in all. */
async function ask(least: number, more: Partial<DeliveryFilter> = {}) {
  const { json } = await service.filterVariations(
    { tenantId: server.acme.tenantId, targets: null, limited: [], typeNames: null, channels: ['web', 'print'] },
    {
      contentTypeTechnicalName: 'article',
      variationId: server.acme.variations['en-US'] ?? '',
      filters: [{ technicalFieldName: 'stock', operator: 'gte', value: least }],
      ...more,
    },
  )
  const { items, paging } = JSON.parse(json)
  const transactions = begun
  begun = []
  return { ids: items.map((each: { contentItemId: string }) => each.contentItemId), paging, transactions }
}

async function publish(stock: number): Promise<string> {
  const { contentItemId, en } = await content.make({ stock })
  await content.step('publish', en)
  return contentItemId
}

describe('a list past the cache', () => {
  it('is one statement once its model is known, whether many rows match or few', async () => {
    const ids: string[] = []
    for (let stock = 0; stock < 30; stock++) ids.push(await publish(stock))
    const first = await ask(0)
    expect(first.transactions).toEqual(['many'])
    expect(first.ids).toEqual(ids.slice(0, 25))
    for (const [least, pageNumber, expected] of [
      [2, 1, ids.slice(2, 27)],
      [2, 2, ids.slice(27)],
      [27, 1, ids.slice(27)],
      [100, 1, []],
    ] as const) {
      const { ids: found, paging, transactions } = await ask(least, { paging: { pageNumber, pageSize: 25 } })
      expect([least, pageNumber, found, paging.totalCount]).toEqual([
        least,
        pageNumber,
        expected,
        Math.max(0, 30 - least),
      ])
      expect([least, pageNumber, transactions]).toEqual([least, pageNumber, ['one statement']])
    }
  })

  it('has what lies in a part of the index that was made after its model was read', async () => {
    const { contentItemId, en, sv, de } = await content.make({ stock: 1_000 })
    await content.step('publish', en)
    expect((await ask(1_000)).ids).toEqual([contentItemId])
    // German has its own value, so that English and Swedish share theirs with nobody else.
    await content.update(de, { stock: 999 })
    await content.step('publish', sv)
    for (const least of [1_000, 998]) {
      const { ids, transactions } = await ask(least)
      expect([least, ids]).toEqual([least, [contentItemId]])
      expect(transactions.at(-1)).toBe(least === 1_000 ? 'many' : 'one statement')
    }
  })
})
