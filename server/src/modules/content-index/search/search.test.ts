import type { ContentType, SearchInput } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'
import { openDatabaseProxy, throughProxy } from '../../../../testing/database-proxy.ts'
import { openTestReader, unkeptModels } from '../../../../testing/test-reader.ts'
import { contentTables, readListedFields, readRowValues } from '../../content/index.ts'
import { ChangeLog, createTenantModels } from '../../delivery/index.ts'
import { noteChangedItems, type Reader } from '../../reader/index.ts'
import { type KeptModels, type SearchDependencies, search } from './service.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'stock', friendlyName: {}, type: 'integer' },
  ],
}
const article: ContentType = { ...product, technicalName: 'article' }

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product, article])
})
afterAll(() => list.close())

describe('pages', () => {
  const by = 'pages'
  beforeAll(async () => {
    for (let at = 0; at < 7; at++)
      await list.add({ name: `page ${at}`, modifiedBy: by, type: article, status: 'unpublished' })
  })

  it.each([{ modifiedBy: [by] }, { contentTypeTechnicalNames: ['article'], statuses: ['unpublished' as const] }])(
    'of %j hold everything once, whichever end they are read from',
    async (filtering) => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((pageNumber) =>
          list.find({ filtering, sorting: { field: 'name', direction: 'asc' }, paging: { pageNumber, pageSize: 2 } }),
        ),
      )
      expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((at) => `page ${at}`),
      )
      for (const { paging } of pages) expect(paging).toMatchObject({ totalCount: 7, totalPages: 4 })
    },
  )

  it('far beyond the end are empty', async () => {
    const { items, paging } = await list.find({ paging: { pageNumber: 1_000_000, pageSize: 200 } })
    expect(items).toEqual([])
    expect(paging.totalCount).toBeGreaterThan(0)
  })
})

describe('the published version of a list', () => {
  it('shows what is live: its name, its words, its values', async () => {
    const live = { name: 'Live Name', values: { stock: 5, title: 'Livetitle' } }
    await list.add({
      name: 'Working Name',
      values: { stock: 9, title: 'Worktitle' },
      hasUnpublishedChanges: true,
      live,
    })
    const published = { showPublishedVersion: true }
    const byStock = (value: number) => ({
      fields: [{ technicalFieldName: 'stock', operator: 'equals' as const, value }],
    })
    const ofType = { contentTypeTechnicalNames: ['product'] }
    expect(await list.names({ ...published, filtering: { searchText: 'livetitle' } })).toEqual(['Live Name'])
    expect(await list.names({ ...published, filtering: { searchText: 'worktitle' } })).toEqual([])
    expect(await list.names({ filtering: { searchText: 'worktitle' } })).toEqual(['Working Name'])
    expect(await list.names({ ...published, filtering: { ...ofType, ...byStock(5) } })).toEqual(['Live Name'])
    expect(await list.names({ ...published, filtering: { ...ofType, ...byStock(9) } })).toEqual([])
    for (const field of ['name', 'modifiedAt', 'status', 'completeness', 'technicalContentTypeName', 'modifiedBy'])
      expect(await list.names({ ...published, sorting: { field, direction: 'asc' } })).toEqual(['Live Name'])
  })
})

it('a list never shows another tenant anything', async () => {
  const other = await list.anotherTenant()
  await other.add({ name: 'secret', modifiedBy: 'somebody' })
  const filtering = { modifiedBy: ['somebody'] }
  expect(await other.names({ filtering })).toEqual(['secret'])
  expect(await list.names({ filtering })).toEqual([])
  expect(await list.names({ filtering: { searchText: 'secret' } })).toEqual([])
  await expect(list.find({ variationId: other.tenant.variationId })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

describe('a page', () => {
  const find = (reader: Reader, models: KeptModels, input: SearchInput, database: SearchDependencies['database']) =>
    search(
      { database, reader, models, tables: contentTables, readFields: readListedFields, readValues: readRowValues },
      list.tenant.tenantId,
      'user',
      input,
      {},
    )

  it('comes from the file without a transaction, but for values of fields and where these have what was typed', async () => {
    let transactions = 0
    const { database } = list.test
    const counted: typeof database = {
      ...database,
      inTenantReadOnly: (...asked) => {
        transactions += 1
        return database.inTenantReadOnly(...asked)
      },
    }
    const models = createTenantModels(new ChangeLog(), { isCurrent: true })
    await list.add({ name: 'Parasol', values: { title: 'Parasol', stock: 3 } })
    const asked = async (input: SearchInput) => {
      const before = transactions
      expect((await find(list.reader, models, input, counted)).items).not.toEqual([])
      return transactions - before
    }
    const parasol = { filtering: { searchText: 'parasol' } }
    // Types and variations, and the stems of the words, are read once.
    await asked(parasol)
    expect(await asked({})).toBe(0)
    expect(await asked({ sorting: { field: 'name', direction: 'asc' }, showPublishedVersion: false })).toBe(0)
    expect(await asked(parasol)).toBe(0)
    expect(await asked({ fields: ['stock'] })).toBe(1)
    expect(await asked({ ...parasol, matches: true })).toBe(1)
    expect(await asked({ ...parasol, matches: true, fields: ['stock'] })).toBe(1)
  })

  it('of a file that is behind has nothing that is gone', async () => {
    const { test, tenant } = list
    const proxy = await openDatabaseProxy(test.superuser)
    const { forFiles } = test.open({ address: throughProxy(test.superuser, proxy) })
    const reader = await openTestReader({ forFiles, onCommit: test.database.onCommit })
    const { contentItemId } = await list.add({ name: 'Hammock', type: article })
    await list.add({ name: 'Trolley', type: article })
    const input: SearchInput = {
      filtering: { contentTypeTechnicalNames: ['article'] },
      paging: { pageNumber: 1, pageSize: 2 },
    }
    const listed = async () => {
      const { items, isBehind = false } = await find(reader, unkeptModels, input, test.database)
      return { names: items.map(({ name }) => name), isBehind }
    }
    expect(await listed()).toEqual({ names: ['Trolley', 'Hammock'], isBehind: false })
    proxy.cut()
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      noteChangedItems(trx, tenant.tenantId)
      await trx.deleteFrom('content_item').where('content_item_id', '=', contentItemId).execute()
    })
    expect(await listed()).toEqual({ names: ['Trolley'], isBehind: true })
    await reader.close()
    await proxy.close()
  })
})
