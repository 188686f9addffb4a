import type { ContentType } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { fixtures } from '@pim/field-types/fixtures'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'
import { typeOfFixture } from '../../../../testing/fixture-type.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
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

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product, article, image])
  await list.test.look(`update tenant set delivery_targets = '{web,print}' where tenant_id = '${list.tenant.tenantId}'`)
})
afterAll(() => list.close())

describe('what a list is narrowed by', () => {
  const by = 'narrowing'
  const concept = '019a0000-0000-7000-8000-0000000000c1'
  beforeAll(async () => {
    await list.add({
      name: 'one',
      modifiedBy: by,
      modifiedAt: '2026-02-01T00:00:00Z',
      completeness: 20,
      status: 'draft',
    })
    await list.add({
      name: 'two',
      modifiedBy: by,
      modifiedAt: '2026-02-02T00:00:00Z',
      completeness: 60,
      status: 'archived',
    })
    await list.add({
      name: 'three',
      modifiedBy: by,
      type: article,
      modifiedAt: '2026-02-03T00:00:00Z',
      completeness: 60,
    })
    const four = { name: 'four', modifiedAt: '2026-02-04T00:00:00Z', values: { tags: [concept] } }
    await list.add({ ...four, modifiedBy: by, hasUnpublishedChanges: true })
    await list.add({
      name: 'five',
      modifiedBy: by,
      modifiedAt: '2026-01-31T00:00:00Z',
      targets: ['web'],
      status: 'unpublished',
    })
    await list.add({ name: 'gone', modifiedBy: by, modifiedAt: '2026-02-05T00:00:00Z', isDeleted: true })
    await list.add({ name: 'picture', modifiedBy: by, type: image, mimeType: 'image/png' })
  })

  it.each([
    [{}, ['four', 'three', 'two', 'one', 'five']],
    [{ statuses: ['archived' as const] }, ['two']],
    [{ contentTypeTechnicalNames: ['article'] }, ['three']],
    [{ contentTypeTechnicalNames: ['article', 'product'], statuses: ['draft' as const] }, ['four', 'three', 'one']],
    [{ contentTypeTechnicalNames: ['no-such-type'] }, []],
    [{ modifiedAt: { from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' } }, ['three', 'two']],
    [{ completeness: { max: 60 } }, ['three', 'two', 'one']],
    [{ completeness: { min: 60, max: 60 }, statuses: ['draft' as const] }, ['three']],
    [{ conceptIds: [concept] }, ['four']],
    [{ hasUnpublishedChanges: true }, ['four']],
    [{ hasUnpublishedChanges: false }, ['three', 'two', 'one', 'five']],
    [{ deliveryTargets: ['web'] }, ['four', 'three', 'two', 'one', 'five']],
    [{ deliveryTargets: ['print'] }, ['four', 'three', 'two', 'one']],
    [{ deliveryTargets: ['print', 'web'], statuses: ['unpublished' as const] }, ['five']],
    [{ deliveryTargets: ['print'], statuses: ['unpublished' as const] }, []],
    [{ isDeleted: true }, []],
    [{ conceptIds: ['019a0000-0000-7000-8000-0000000000c2'] }, []],
  ])('%j', async (filtering, expected) => {
    expect(await list.names({ filtering: { modifiedBy: [by], ...filtering } })).toEqual(expected)
  })

  it.each(['name', 'modifiedAt', 'status'])('by channel is the same in the order of %s', async (field) => {
    const filtering = { modifiedBy: [by], deliveryTargets: ['print'] }
    const found = await list.names({ filtering, sorting: { field, direction: 'asc' } })
    expect(found.toSorted()).toEqual(['four', 'one', 'three', 'two'])
  })

  it('by channel says which rows name which, and refuses a name that is none', async () => {
    const { items } = await list.find({ filtering: { modifiedBy: [by], statuses: ['unpublished'] } })
    expect(items).toMatchObject([{ name: 'five', deliveryTargets: ['web'], version: 1 }])
    await expect(list.find({ filtering: { deliveryTargets: ['web', 'radio'] } })).rejects.toMatchObject({
      details: { fieldErrors: [{ technicalFieldName: 'body.filtering.deliveryTargets[1]', code: 'UNKNOWN_TARGET' }] },
    })
  })

  it('keeps kinds apart, and finds files by what they are', async () => {
    expect(await list.names({ filtering: { mimeTypes: ['image/png'] } }, 'media')).toEqual(['picture'])
    const all = await list.find({ filtering: { modifiedBy: [by] } }, null)
    expect(all.paging.totalCount).toBe(6)
  })

  it('shows deleted items where they are asked for, and says which they are', async () => {
    const { items } = await list.find({ includeDeleted: true, filtering: { modifiedBy: [by] } })
    expect(items.filter(({ isDeleted }) => isDeleted).map(({ name }) => name)).toEqual(['gone'])
    expect(items).toHaveLength(6)
    const filtering = { modifiedBy: [by], isDeleted: true }
    const only = { includeDeleted: true, filtering }
    expect(await list.names(only)).toEqual(['gone'])
    expect(await list.names({ ...only, sorting: { field: 'technicalContentTypeName', direction: 'asc' } })).toEqual([
      'gone',
    ])
    const ofArticles = { ...filtering, contentTypeTechnicalNames: ['article'] }
    expect(await list.names({ ...only, filtering: ofArticles })).toEqual([])
  })
})

describe('filters on fields', () => {
  it('are read in every content type that has the field, by its own type there', async () => {
    const by = 'reading'
    await list.add({ name: 'number', modifiedBy: by, values: { stock: 7 } })
    await list.add({ name: 'text', modifiedBy: by, type: article, values: { stock: '7' } })
    const fields = [{ technicalFieldName: 'stock', operator: 'equals' as const, value: 7 }]
    expect(await list.names({ filtering: { modifiedBy: [by], fields } })).toEqual(['number'])
    await expect(list.find({ filtering: { contentTypeTechnicalNames: ['article'], fields } })).rejects.toMatchObject({
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
    await expect(list.find({ filtering: { fields: [filter] } })).rejects.toMatchObject({
      details: { fieldErrors: [{ technicalFieldName: place }] },
    })
  })
})

describe('every operator of every field type', () => {
  it.each(Object.values(fixtures).map((room) => [room.type, room] as const))('%s', async (type, room) => {
    for (const [at, { settings = 'default', values, cases }] of room.filters.entries()) {
      const ofRoom = typeOfFixture(type, room.settings[settings])
      const tenant = await list.anotherTenant([ofRoom])
      const [field] = ofRoom.fields
      for (const [row, given] of values.entries()) {
        const value = field && behaviourOf(field).read(given).value
        await tenant.add({ name: `row ${row}`, values: { field: value } })
      }
      for (const { matches, ...filter } of cases) {
        const fields = [{ technicalFieldName: 'field', ...filter, values: filter.values && [...filter.values] }]
        const found = await tenant.names({ sorting: { field: 'name', direction: 'asc' }, filtering: { fields } }, null)
        expect([at, filter, found]).toEqual([at, filter, matches.map((row) => `row ${row}`)])
      }
    }
  })
})

it('an item that has two of the values that are asked for is listed and counted once', async () => {
  const tenant = await list.anotherTenant()
  const concepts = ['019a0000-0000-7000-8000-0000000000e1', '019a0000-0000-7000-8000-0000000000e2']
  await tenant.add({ name: 'both', values: { tags: concepts } })
  const byField = {
    contentTypeTechnicalNames: ['product'],
    fields: [{ technicalFieldName: 'tags', operator: 'any' as const, values: concepts }],
  }
  for (const filtering of [{ conceptIds: concepts }, byField]) {
    const { items, paging } = await tenant.find({ filtering })
    expect([items.map(({ name }) => name), paging.totalCount]).toEqual([['both'], 1])
  }
})
