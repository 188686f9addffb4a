import type { ContentType, DeliveryPage } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../testing/content-list.ts'
import { openDatabaseProxy, throughProxy } from '../../../testing/database-proxy.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { readDocuments } from '../content/index.ts'
import { ChangeLog } from './change-log.ts'
import type { Answer } from './kept-answers.ts'
import { createDeliveryService, type DeliveryService } from './service.ts'
import { createTenantModels } from './tenant-models.ts'

const type: ContentType = {
  technicalName: 'article',
  friendlyName: {},
  kind: 'user',
  fields: [{ technicalName: 'colour', friendlyName: {}, type: 'text' }],
}

let content: ContentList
beforeAll(async () => {
  content = await openContentList([type])
})
afterAll(() => content.close())

const allowanceIn = ({ tenant }: ContentList) => ({
  tenantId: tenant.tenantId,
  targets: null,
  limited: [],
  typeNames: null,
  channels: [],
})

const filterIn = ({ tenant }: ContentList, colour?: string) => ({
  contentTypeTechnicalName: 'article',
  variationId: tenant.variationId,
  filters: colour === undefined ? [] : [{ technicalFieldName: 'colour', operator: 'equals' as const, value: colour }],
})

const page = { pageNumber: 1, pageSize: 25 }

function namesOf({ json, isBehind = false }: Answer) {
  const { items, isBehind: saysSo }: DeliveryPage = JSON.parse(json)
  expect(saysSo ?? false).toBe(isBehind)
  return { names: items.map(({ name }) => name), isBehind }
}

/** One of each kind of question. */
async function askAll(service: DeliveryService, list: ContentList, contentItemId: string) {
  const allowance = allowanceIn(list)
  return [
    namesOf(await service.filterVariations(allowance, filterIn(list))),
    namesOf(await service.filterVariations(allowance, filterIn(list, 'red'))),
    namesOf(await service.itemVariations(allowance, { ...page, contentItemId })),
    namesOf(await service.byItemIds(allowance, { contentItemIds: [contentItemId] })),
  ]
}

/** Delivery of another tenant, whose database is behind a proxy; who saves has the database itself, and says so. */
async function openThroughProxy() {
  const list = await content.anotherTenant()
  const { superuser, open, database: direct } = list.test
  const proxy = await openDatabaseProxy(superuser)
  const database = open({ address: throughProxy(superuser, proxy) })
  const reader = await openTestReader({ forFiles: database.forFiles, onCommit: direct.onCommit })
  const models = createTenantModels(new ChangeLog(), { isCurrent: false })
  return { list, proxy, reader, service: createDeliveryService(database, models, reader) }
}

describe('delivery past what it keeps', () => {
  it('goes on with what it has while the database is away, says so, and has all of it afterwards', async () => {
    const { list, proxy, reader, service } = await openThroughProxy()
    const { contentItemId } = await list.add({ name: 'Trolley', live: { values: { colour: 'red' } } })
    const fresh = { names: ['Trolley'], isBehind: false }
    expect(await askAll(service, list, contentItemId)).toEqual([fresh, fresh, fresh, fresh])
    proxy.cut()
    // Nothing has changed that the file does not have.
    expect(await askAll(service, list, contentItemId)).toEqual([fresh, fresh, fresh, fresh])
    await list.add({ name: 'Hammock', live: { values: { colour: 'red' } } })
    const behind = { names: ['Trolley'], isBehind: true }
    expect(await askAll(service, list, contentItemId)).toEqual([behind, behind, behind, behind])
    proxy.heal()
    const both = { names: ['Trolley', 'Hammock'], isBehind: false }
    await expect.poll(() => askAll(service, list, contentItemId)).toEqual([both, both, fresh, fresh])
    await reader.close()
    await proxy.close()
  })
})

describe('a database that says nothing', () => {
  it('is not waited for by every question', async () => {
    const { list, proxy, reader, service } = await openThroughProxy()
    const { contentItemId } = await list.add({ name: 'Trolley', live: { values: { colour: 'red' } } })
    const asked = () => service.itemVariations(allowanceIn(list), { ...page, contentItemId })
    const fresh = { names: ['Trolley'], isBehind: false }
    expect(await askAll(service, list, contentItemId)).toEqual([fresh, fresh, fresh, fresh])
    proxy.hang()
    await list.add({ name: 'Hammock', live: { values: { colour: 'red' } } })
    const behind = { names: ['Trolley'], isBehind: true }
    expect(namesOf(await asked())).toEqual(behind)
    const before = proxy.lost
    for (let times = 0; times < 60; times++) expect(namesOf(await asked())).toEqual(behind)
    // Now and then one of them finds out whether it is back.
    expect(proxy.lost - before).toBeLessThan(30)
    proxy.heal()
    proxy.reconnect()
    await expect.poll(async () => namesOf(await asked()).isBehind).toBe(false)
    await reader.close()
    await proxy.close()
  })
})

describe('delivery of a tenant whose file is being made', () => {
  it('has its items and its lists by ids from the database, and asks whoever filters to wait', async () => {
    const list = await content.anotherTenant()
    const making = Promise.withResolvers<void>()
    const reader = await openTestReader(list.test.database, {
      buildMs: 1,
      documents: {
        ...readDocuments,
        ofItems: async (...asked) => {
          await making.promise
          return readDocuments.ofItems(...asked)
        },
      },
    })
    const models = createTenantModels(new ChangeLog(), { isCurrent: true })
    const service = createDeliveryService(list.test.database, models, reader)
    const { contentItemId } = await list.add({ name: 'Anchor', live: { values: { colour: 'blue' } } })
    await list.add({ name: 'Beacon', live: { values: { colour: 'red' } } })
    const allowance = allowanceIn(list)
    const filtered = () => service.filterVariations(allowance, filterIn(list, 'red'))
    const both = { names: ['Anchor', 'Beacon'], isBehind: false }
    expect(namesOf(await service.filterVariations(allowance, filterIn(list)))).toEqual(both)
    expect(namesOf(await service.itemVariations(allowance, page))).toEqual(both)
    expect(namesOf(await service.itemVariations(allowance, { ...page, contentItemId })).names).toEqual(['Anchor'])
    expect(namesOf(await service.byItemIds(allowance, { contentItemIds: [contentItemId] })).names).toEqual(['Anchor'])
    await expect(filtered()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    making.resolve()
    await expect.poll(async () => namesOf(await filtered()).names).toEqual(['Beacon'])
    await reader.close()
  })
})
