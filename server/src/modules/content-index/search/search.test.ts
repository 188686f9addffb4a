import type { ContentType, SearchInput } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { fixtures } from '@pim/field-types/fixtures'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { addContent, addType, type TestContent } from '../../../../testing/list-calls.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../../testing/test-database.ts'
import { search } from './service.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'about', friendlyName: {}, type: 'longText' },
    { technicalName: 'stock', friendlyName: {}, type: 'integer' },
    { technicalName: 'tags', friendlyName: {}, type: 'concepts' },
  ],
}
const article: ContentType = {
  technicalName: 'article',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'stock', friendlyName: {}, type: 'text' },
  ],
}
const image: ContentType = { technicalName: 'image', friendlyName: {}, kind: 'media', fields: [] }

let test: TestDatabase
let acme: TestTenant
let other: TestTenant

beforeAll(async () => {
  test = await testDatabase()
  acme = await test.createTenant()
  other = await test.createTenant()
  for (const tenant of [acme, other])
    for (const type of [product, article, image]) await addType(test.database, tenant.tenantId, type)
})
afterAll(() => test.close())

const add = (content: Partial<TestContent> & { name: string }, tenant: TestTenant = acme) =>
  addContent(test.database, tenant.tenantId, { type: product, variationId: tenant.variationId, ...content })

const find = (input: SearchInput, tenant: TestTenant = acme) =>
  search(test.database, tenant.tenantId, 'user', input, {})
const names = async (input: SearchInput, tenant?: TestTenant) =>
  (await find(input, tenant)).items.map(({ name }) => name)

/** Each group of rows is told from the others by the user who made them. */
let groups = 0
const group = (): string => `user-${++groups}`

describe('the order of a list', () => {
  const by = group()
  const mine = { filtering: { modifiedBy: [by] } }
  beforeAll(async () => {
    const common = { modifiedBy: by }
    await add({ ...common, name: 'Banana', modifiedAt: '2026-01-03T00:00:00Z', completeness: 50, status: 'archived' })
    await add({ ...common, name: 'apple', modifiedAt: '2026-01-01T00:00:00Z', completeness: 10, values: { stock: 12 } })
    await add({ ...common, name: 'Äpple', modifiedAt: '2026-01-02T00:00:00Z', completeness: 90, values: { stock: -3 } })
    await add({ ...common, name: 'cherry', type: article, modifiedAt: '2026-01-04T00:00:00Z', completeness: 50 })
  })

  it.each([
    ['modifiedAt', ['apple', 'Äpple', 'Banana', 'cherry']],
    ['name', ['apple', 'Äpple', 'Banana', 'cherry']],
    ['technicalContentTypeName', ['cherry', 'Banana', 'apple', 'Äpple']],
    ['status', ['Banana', 'apple', 'Äpple', 'cherry']],
    ['completeness', ['apple', 'Banana', 'cherry', 'Äpple']],
    ['modifiedBy', ['Banana', 'apple', 'Äpple', 'cherry']],
  ])('goes by %s, ties by the order in which things were made, and exactly backwards too', async (field, expected) => {
    expect(await names({ ...mine, sorting: { field, direction: 'asc' } })).toEqual(expected)
    expect(await names({ ...mine, sorting: { field, direction: 'desc' } })).toEqual(expected.toReversed())
  })

  it('is the latest first when nothing is said', async () => {
    expect(await names(mine)).toEqual(['cherry', 'Banana', 'Äpple', 'apple'])
  })

  it('goes by a field of one content type, what has no value last either way', async () => {
    const filtering = { modifiedBy: [by], contentTypeTechnicalNames: ['product'] }
    const field = 'fields.stock'
    expect(await names({ filtering, sorting: { field, direction: 'asc' } })).toEqual(['Äpple', 'apple', 'Banana'])
    expect(await names({ filtering, sorting: { field, direction: 'desc' } })).toEqual(['apple', 'Äpple', 'Banana'])
  })

  it.each([
    [{ field: 'fields.stock', direction: 'asc' as const }, undefined],
    [{ field: 'fields.nothing', direction: 'asc' as const }, ['product']],
    [{ field: 'name_key; drop table tenant', direction: 'asc' as const }, undefined],
    [{ field: 'constructor', direction: 'asc' as const }, undefined],
  ])('refuses %j, and says where it stood', async (sorting, contentTypeTechnicalNames) => {
    await expect(find({ sorting, filtering: { contentTypeTechnicalNames } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { fieldErrors: [{ technicalFieldName: 'body.sorting.field' }] },
    })
  })
})

describe('what a list is narrowed by', () => {
  const by = group()
  const concept = '019a0000-0000-7000-8000-0000000000c1'
  beforeAll(async () => {
    await add({ name: 'one', modifiedBy: by, modifiedAt: '2026-02-01T00:00:00Z', completeness: 20, status: 'draft' })
    await add({ name: 'two', modifiedBy: by, modifiedAt: '2026-02-02T00:00:00Z', completeness: 60, status: 'archived' })
    await add({ name: 'three', modifiedBy: by, type: article, modifiedAt: '2026-02-03T00:00:00Z', completeness: 60 })
    const four = { name: 'four', modifiedAt: '2026-02-04T00:00:00Z', values: { tags: [concept] } }
    await add({ ...four, modifiedBy: by, hasUnpublishedChanges: true })
    await add({ name: 'gone', modifiedBy: by, modifiedAt: '2026-02-05T00:00:00Z', isDeleted: true })
    await add({ name: 'picture', modifiedBy: by, type: image, mimeType: 'image/png' })
  })

  it.each([
    [{}, ['four', 'three', 'two', 'one']],
    [{ statuses: ['archived' as const] }, ['two']],
    [{ contentTypeTechnicalNames: ['article'] }, ['three']],
    [{ contentTypeTechnicalNames: ['article', 'product'], statuses: ['draft' as const] }, ['four', 'three', 'one']],
    [{ contentTypeTechnicalNames: ['no-such-type'] }, []],
    [{ modifiedAt: { from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' } }, ['three', 'two']],
    [{ completeness: { max: 60 } }, ['three', 'two', 'one']],
    [{ completeness: { min: 60, max: 60 }, statuses: ['draft' as const] }, ['three']],
    [{ conceptIds: [concept] }, ['four']],
    [{ hasUnpublishedChanges: true }, ['four']],
    [{ hasUnpublishedChanges: false }, ['three', 'two', 'one']],
    [{ isDeleted: true }, []],
    [{ conceptIds: ['019a0000-0000-7000-8000-0000000000c2'] }, []],
  ])('%j', async (filtering, expected) => {
    expect(await names({ filtering: { modifiedBy: [by], ...filtering } })).toEqual(expected)
  })

  it('keeps kinds apart, and finds files by what they are', async () => {
    const media = await search(test.database, acme.tenantId, 'media', { filtering: { mimeTypes: ['image/png'] } }, {})
    expect(media.items.map(({ name }) => name)).toEqual(['picture'])
    const all = await search(test.database, acme.tenantId, undefined, { filtering: { modifiedBy: [by] } }, {})
    expect(all.paging.totalCount).toBe(5)
  })

  it('shows deleted items where they are asked for, and says which they are', async () => {
    const { items } = await find({ includeDeleted: true, filtering: { modifiedBy: [by] } })
    expect(items.filter(({ isDeleted }) => isDeleted).map(({ name }) => name)).toEqual(['gone'])
    const only = { includeDeleted: true, filtering: { modifiedBy: [by], isDeleted: true } }
    expect(await names(only)).toEqual(['gone'])
    expect(await names({ ...only, sorting: { field: 'technicalContentTypeName', direction: 'asc' } })).toEqual(['gone'])
    expect(await names({ ...only, filtering: { ...only.filtering, contentTypeTechnicalNames: ['article'] } })).toEqual(
      [],
    )
    expect(items).toHaveLength(5)
  })

  it('never shows another tenant anything', async () => {
    await add({ name: 'secret', modifiedBy: by }, other)
    expect(await names({ filtering: { modifiedBy: [by] } }, other)).toEqual(['secret'])
    expect(await names({ filtering: { searchText: 'secret' } })).toEqual([])
    await expect(find({ variationId: other.variationId })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

describe('pages', () => {
  const by = group()
  beforeAll(async () => {
    for (let at = 0; at < 7; at++)
      await add({ name: `page ${at}`, modifiedBy: by, type: article, status: 'unpublished' })
  })

  it.each([{ modifiedBy: [by] }, { contentTypeTechnicalNames: ['article'], statuses: ['unpublished' as const] }])(
    'of %j hold everything once, whichever end they are read from',
    async (filtering) => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((pageNumber) =>
          find({ filtering, sorting: { field: 'name', direction: 'asc' }, paging: { pageNumber, pageSize: 2 } }),
        ),
      )
      expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((at) => `page ${at}`),
      )
      for (const { paging } of pages) expect(paging).toMatchObject({ totalCount: 7, totalPages: 4 })
    },
  )

  it('far beyond the end are empty', async () => {
    const { items, paging } = await find({ paging: { pageNumber: 1_000_000, pageSize: 200 } })
    expect(items).toEqual([])
    expect(paging.totalCount).toBeGreaterThan(0)
  })
})

describe('the published version of a list', () => {
  it('shows what is live: its name, its words, its values', async () => {
    const live = { name: 'Live Name', values: { stock: 5, title: 'Livetitle' } }
    await add({ name: 'Working Name', values: { stock: 9, title: 'Worktitle' }, live })
    const published = { showPublishedVersion: true }
    const byStock = (value: number) => ({
      fields: [{ technicalFieldName: 'stock', operator: 'equals' as const, value }],
    })
    const ofType = { contentTypeTechnicalNames: ['product'] }
    expect(await names({ ...published, filtering: { searchText: 'livetitle' } })).toEqual(['Live Name'])
    expect(await names({ ...published, filtering: { searchText: 'worktitle' } })).toEqual([])
    expect(await names({ filtering: { searchText: 'worktitle' } })).toEqual(['Working Name'])
    expect(await names({ ...published, filtering: { ...ofType, ...byStock(5) } })).toEqual(['Live Name'])
    expect(await names({ ...published, filtering: { ...ofType, ...byStock(9) } })).toEqual([])
    for (const field of ['name', 'modifiedAt', 'status', 'completeness', 'technicalContentTypeName', 'modifiedBy'])
      expect(await names({ ...published, sorting: { field, direction: 'asc' } })).toEqual(['Live Name'])
  })
})

describe('words', () => {
  const text = (name: string, about = '', languageCode = 'en-US') => add({ name, values: { about }, languageCode })
  const found = (searchText: string) => names({ filtering: { searchText } })

  it('are found whatever their accents, case and ending, and while they are being typed', async () => {
    await text('Crème brûlée torch', 'for running kitchens')
    for (const typed of ['creme', 'BRÛLÉE', 'brul', 'torches', 'runs', 'kitchen', 'runnin', 'creme torch'])
      expect([typed, await found(typed)]).toEqual([typed, ['Crème brûlée torch']])
    expect(await found('creme spoon')).toEqual([])
  })

  it('weigh more in a name than elsewhere', async () => {
    await text('Zeppelin')
    await text('Something else', 'zeppelin zeppelin zeppelin')
    expect(await found('zeppelin')).toEqual(['Zeppelin', 'Something else'])
    expect(
      await names({ filtering: { searchText: 'zeppelin' }, sorting: { field: 'name', direction: 'asc' } }),
    ).toEqual(['Something else', 'Zeppelin'])
  })

  it('of article numbers are found whole, in part and without their signs', async () => {
    await text('Valve AB-4711/x')
    for (const typed of ['AB-4711', '4711', 'ab4711', 'ab-47']) expect(await found(typed)).toEqual(['Valve AB-4711/x'])
  })

  it('in Japanese and Chinese are found by any part of them', async () => {
    await text('東京都の水筒')
    await text('京東')
    for (const typed of ['東京', '京都', '水筒', '筒', '東京都'])
      expect([typed, await found(typed)]).toEqual([typed, ['東京都の水筒']])
    expect(await found('京東')).toEqual(['京東'])
  })

  it('mean signs as they stand', async () => {
    await text('100% linen')
    await text('1000 linen')
    await text('snake_case name')
    expect(await found('%')).toEqual(['100% linen'])
    expect(await found('100%')).toEqual(['100% linen'])
    expect(await found('_')).toEqual(['snake_case name'])
    expect(await found('snake_c')).toEqual(['snake_case name'])
    for (const typed of ['\\', "'", "';--", ':*', '&', '|', '!linen <-> &', '()'])
      expect(await found(typed)).not.toContain('1000 linen')
  })
})

describe('words of other languages', () => {
  it.each([
    ['sv-SE', 'Vattenflaskor i stål', ['vattenflaska', 'vattenflaskorna', 'stal']],
    ['de-DE', 'Häuser aus Holz', ['haus', 'hausern', 'Holzes']],
    ['fr-FR', 'Chaussures élégantes', ['chaussure', 'elegant', 'élégante']],
  ])('%s are found by their other forms', async (languageCode, name, typed) => {
    const tenant = await test.createTenant()
    await addType(test.database, tenant.tenantId, product)
    await test.database.inTenant(tenant.tenantId, (trx) =>
      trx.updateTable('variation').set({ language_code: languageCode }).execute(),
    )
    await add({ name, languageCode }, tenant)
    for (const searchText of typed)
      expect([searchText, await names({ filtering: { searchText } }, tenant)]).toEqual([searchText, [name]])
  })
})

describe('filters on fields', () => {
  it('are read in every content type that has the field, by its own type there', async () => {
    const by = group()
    await add({ name: 'number', modifiedBy: by, values: { stock: 7 } })
    await add({ name: 'text', modifiedBy: by, type: article, values: { stock: '7' } })
    const fields = [{ technicalFieldName: 'stock', operator: 'equals' as const, value: 7 }]
    expect(await names({ filtering: { modifiedBy: [by], fields } })).toEqual(['number'])
    await expect(find({ filtering: { contentTypeTechnicalNames: ['article'], fields } })).rejects.toMatchObject({
      details: { fieldErrors: [{ technicalFieldName: 'body.filtering.fields[0]' }] },
    })
  })

  it.each([
    [
      { technicalFieldName: 'nothing', operator: 'equals' as const, value: 1 },
      'body.filtering.fields[0].technicalFieldName',
    ],
    [{ technicalFieldName: 'tags', operator: 'gt' as const, value: 1 }, 'body.filtering.fields[0]'],
    [{ technicalFieldName: 'title', operator: 'equals' as const }, 'body.filtering.fields[0]'],
  ])('are refused where they make no sense: %j', async (filter, place) => {
    await expect(find({ filtering: { fields: [filter] } })).rejects.toMatchObject({
      details: { fieldErrors: [{ technicalFieldName: place }] },
    })
  })
})

describe('every operator of every field type', () => {
  it.each(Object.values(fixtures).map((room) => [room.type, room] as const))('%s', async (type, room) => {
    for (const [at, { settings = 'default', values, cases }] of room.filters.entries()) {
      const tenant = await test.createTenant()
      const ofRoom: ContentType = {
        technicalName: 'fixture',
        friendlyName: {},
        kind: type === 'binary' ? 'media' : 'user',
        fields: [
          {
            technicalName: 'field',
            friendlyName: {},
            type,
            settings: { ...room.settings[settings] } as Record<string, unknown>,
          },
        ],
      }
      await addType(test.database, tenant.tenantId, ofRoom)
      const [field] = ofRoom.fields
      for (const [row, given] of values.entries()) {
        const value = field && behaviourOf(field).read(given).value
        await add({ name: `row ${row}`, type: ofRoom, values: { field: value } }, tenant)
      }
      for (const { matches, ...filter } of cases) {
        const { items } = await search(
          test.database,
          tenant.tenantId,
          undefined,
          {
            sorting: { field: 'name', direction: 'asc' },
            filtering: {
              fields: [{ technicalFieldName: 'field', ...filter, values: filter.values && [...filter.values] }],
            },
          },
          {},
        )
        expect([at, filter, items.map(({ name }) => name)]).toEqual([at, filter, matches.map((row) => `row ${row}`)])
      }
    }
  })
})
