import type { ContentType, Status } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'
import type { Tally } from './count.repository.ts'
import { modifiedBetween } from './filter.repository.ts'
import type { ListQuery, Order } from './list-query.ts'
import { listOrder } from './sort.ts'

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
    // A condition has the rows fetched and sorted instead of read in the order of an index.
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
  it('go by the language of its variation, read off the index of names', async () => {
    const list = await openContentList([product])
    try {
      for (const name of ['Örn', 'Zebra', 'Ängel', 'Åsna']) await list.add({ name, languageCode: 'sv-SE' })
      const sorting = { field: 'name', direction: 'asc' as const }
      const plans: string[] = []
      const page = await list.find({ sorting }, 'user', (report) => plans.push(report.plan.kind))
      expect(page.items.map(({ name }) => name)).toEqual(['Zebra', 'Åsna', 'Ängel', 'Örn'])
      expect(plans).toEqual(['index-scan'])
    } finally {
      await list.close()
    }
  })
})

describe('the index ranges of an order', () => {
  const tables = { variations: sql`nothing`, copies: sql`nothing`, items: sql`nothing` }
  const tally = (contentTypeId: string, status: Status, count: number): Tally => ({
    contentTypeId,
    kind: 'user',
    isDeleted: false,
    status,
    count,
  })
  const tallies = [tally('a', 'draft', 100), tally('a', 'published', 300), tally('b', 'draft', 600)]
  const place = { tables, rowsOf: 'copies' as const, variationId: 'v', kinds: ['user' as const], deleted: [false] }
  const query = (order: Order, more: Partial<ListQuery> = {}): ListQuery => ({
    ...place,
    published: false,
    scopes: ['w', 'b'],
    types: ['a', 'b'].map((contentTypeId) => ({ contentTypeId, revision: 1, type: product })),
    typeIds: undefined,
    statuses: undefined,
    conditions: [],
    order,
    offset: 0,
    limit: 25,
    ...more,
  })
  const scanOf = (asked: ListQuery, isTallied = true) => listOrder('t', asked, tallies, isTallied).scan
  const byName: Order = { by: 'name_key', direction: 'asc' }
  const byStatus: Order = { by: 'status', direction: 'asc' }
  const byType = (direction: 'asc' | 'desc'): Order => ({ by: 'type', direction })

  it.each([
    ['the whole list: one', query(byName), true, { length: 1, isExact: true }],
    [
      'two kinds, deleted or not: four',
      query(byName, { kinds: ['user', 'media'], deleted: [false, true] }),
      true,
      { length: 4, isExact: true },
    ],
    [
      'narrowed to a type: one for each status it has',
      query(byName, { typeIds: new Set(['a']) }),
      true,
      { length: 2, isExact: true },
    ],
    [
      'narrowed to a status: one for each type that has it',
      query(byName, { statuses: ['draft'] }),
      true,
      { length: 2, isExact: true },
    ],
    [
      'narrowed, in an order without an index for that: the whole, tested',
      query(byStatus, { statuses: ['draft'] }),
      true,
      { length: 1, isExact: false },
    ],
    [
      'narrowed to much, with conditions: the whole, tested',
      query(byName, { typeIds: new Set(['b']) }),
      false,
      { length: 1, isExact: false },
    ],
    [
      'narrowed to little, with conditions: what it is narrowed to',
      query(byName, { statuses: ['published'] }),
      false,
      { length: 1, isExact: true },
    ],
    [
      'what is live, by name: one for each type',
      query(byName, { published: true }),
      true,
      { length: 2, isExact: true },
    ],
    [
      'what is live, by another column: tested',
      query(byStatus, { published: true }),
      true,
      { length: 1, isExact: false },
    ],
  ] as const)('%s', (_, asked, isTallied, { length, isExact }) => {
    const scan = scanOf(asked, isTallied)
    expect({ length: scan?.ranges.length, isExact: scan?.isExact }).toEqual({ length, isExact })
  })

  it.each([
    ['asc', 0, { length: 1, skipped: 0 }],
    ['asc', 390, { length: 2, skipped: 0 }],
    ['asc', 400, { length: 1, skipped: 400 }],
    ['desc', 600, { length: 1, skipped: 600 }],
  ] as const)('by type %s from row %i: only the types that the page lies in', (direction, offset, expected) => {
    const scan = scanOf(query(byType(direction), { offset }))
    expect({ length: scan?.ranges.length, skipped: scan?.skipped }).toEqual(expected)
    expect(scan).toMatchObject({ isExact: true, isReversible: false })
  })

  it('by type, where the counts do not tell how long each is: all of them, tested', () => {
    expect(scanOf(query(byType('asc')), false)).toMatchObject({ isExact: false, ranges: { length: 2 } })
  })

  it('are bounded by conditions on the column of the order, and imply them', () => {
    const since = modifiedBetween('t', place, { from: '2026-01-01T00:00:00Z' })
    const asked = query({ by: 'modified_at', direction: 'desc' }, { conditions: [since] })
    expect(scanOf(asked, false)?.implied?.has(since)).toBe(true)
    expect(scanOf({ ...asked, order: byName }, false)?.implied?.has(since)).toBe(false)
  })

  it('are none for relevance, which has tiers by date instead', () => {
    const condition = { predicate: sql<boolean>`true` }
    const order = listOrder(
      't',
      query({ by: 'relevance', rank: sql`0`, tiers: [condition, condition, condition], direction: 'desc' }),
      tallies,
      false,
    )
    expect(order.scan).toBeUndefined()
    expect(order.tiers?.order.scan?.ranges).toHaveLength(1)
    expect(order.tiers?.first.tiers?.first.tiers).toBeUndefined()
  })
})
