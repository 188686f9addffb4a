import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  fields: [{ technicalName: 'stock', friendlyName: {}, type: 'integer' }],
}
const article: ContentType = { ...product, technicalName: 'article', fields: [] }

describe('the order of a list', () => {
  let list: ContentList
  beforeAll(async () => {
    list = await openContentList([product, article])
    const { add } = list
    await add({ name: 'Banana', modifiedAt: '2026-01-03T00:00:00Z', completeness: 50, status: 'archived' })
    await add({ name: 'apple', modifiedAt: '2026-01-01T00:00:00Z', completeness: 10, values: { stock: 12 } })
    await add({ name: 'Äpple', modifiedAt: '2026-01-02T00:00:00Z', completeness: 90, values: { stock: -3 } })
    await add({ name: 'cherry', type: article, modifiedAt: '2026-01-04T00:00:00Z', completeness: 50 })
  })
  afterAll(() => list.close())

  it.each([
    ['modifiedAt', ['apple', 'Äpple', 'Banana', 'cherry']],
    ['name', ['apple', 'Äpple', 'Banana', 'cherry']],
    ['technicalContentTypeName', ['cherry', 'Banana', 'apple', 'Äpple']],
    ['status', ['Banana', 'apple', 'Äpple', 'cherry']],
    ['completeness', ['apple', 'Banana', 'cherry', 'Äpple']],
    ['modifiedBy', ['Banana', 'apple', 'Äpple', 'cherry']],
  ])('goes by %s, ties by the order in which things were made, and exactly backwards too', async (field, expected) => {
    expect(await list.names({ sorting: { field, direction: 'asc' } })).toEqual(expected)
    expect(await list.names({ sorting: { field, direction: 'desc' } })).toEqual(expected.toReversed())
    // Found by a condition and sorted, instead of read in the order of an index.
    const filtering = { modifiedBy: ['test'] }
    expect(await list.names({ filtering, sorting: { field, direction: 'asc' } })).toEqual(expected)
    expect(await list.names({ filtering, sorting: { field, direction: 'desc' } })).toEqual(expected.toReversed())
  })

  it('is the latest first when nothing is said', async () => {
    expect(await list.names({})).toEqual(['cherry', 'Banana', 'Äpple', 'apple'])
  })

  it.each([{}, { modifiedBy: ['test'] }])(
    'goes by a field of one content type, no value last either way: %j',
    async (more) => {
      const filtering = { contentTypeTechnicalNames: ['product'], ...more }
      const field = 'fields.stock'
      expect(await list.names({ filtering, sorting: { field, direction: 'asc' } })).toEqual([
        'Äpple',
        'apple',
        'Banana',
      ])
      expect(await list.names({ filtering, sorting: { field, direction: 'desc' } })).toEqual([
        'apple',
        'Äpple',
        'Banana',
      ])
    },
  )

  it.each([
    [{ field: 'fields.stock', direction: 'asc' as const }, undefined],
    [{ field: 'fields.nothing', direction: 'asc' as const }, ['product']],
    [{ field: 'name_key; drop table tenant', direction: 'asc' as const }, undefined],
    [{ field: 'constructor', direction: 'asc' as const }, undefined],
  ])('refuses %j, and says where it stood', async (sorting, contentTypeTechnicalNames) => {
    await expect(list.find({ sorting, filtering: { contentTypeTechnicalNames } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { fieldErrors: [{ technicalFieldName: 'body.sorting.field' }] },
    })
  })
})

describe('the names of a list', () => {
  it('go by the language of its variation', async () => {
    const list = await openContentList([product])
    try {
      const { tenantId } = list.tenant
      await list.test.look(`update variation set language_code = 'sv-SE' where tenant_id = '${tenantId}'`)
      for (const name of ['Örn', 'Zebra', 'Ängel', 'Åsna']) await list.add({ name, languageCode: 'sv-SE' })
      const sorted = ['Zebra', 'Åsna', 'Ängel', 'Örn']
      expect(await list.names({ sorting: { field: 'name', direction: 'asc' } })).toEqual(sorted)
      expect(await list.names({ sorting: { field: 'name', direction: 'desc' } })).toEqual(sorted.toReversed())
    } finally {
      await list.close()
    }
  })

  it('are in the list of what is live those that are live', async () => {
    const list = await openContentList([product])
    try {
      for (const [name, live] of [
        ['c', 'a'],
        ['a', 'b'],
        ['b', 'c'],
      ] as const)
        await list.add({ name, live: { name: live } })
      const sorting = { field: 'name', direction: 'asc' } as const
      expect(await list.names({ sorting })).toEqual(['a', 'b', 'c'])
      const { items } = await list.find({ sorting, showPublishedVersion: true })
      expect(items.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    } finally {
      await list.close()
    }
  })
})
