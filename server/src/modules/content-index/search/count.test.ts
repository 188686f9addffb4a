import type { ContentType, SearchInput, Status } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'

const product: ContentType = { technicalName: 'product', friendlyName: {}, kind: 'user', fields: [] }
const article: ContentType = { ...product, technicalName: 'article' }
const image: ContentType = { technicalName: 'image', friendlyName: {}, kind: 'media', fields: [] }

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product, article, image])
  const add = async (count: number, content: Omit<Parameters<ContentList['add']>[0], 'name'>) => {
    for (let at = 0; at < count; at++) await list.add({ name: 'one', ...content })
  }
  await add(1, {})
  await add(2, { live: {} })
  await add(4, { isDeleted: true })
  await add(8, { type: article })
  await add(16, { type: image })
})
afterAll(() => list.close())

describe('the length of a list', () => {
  it.each<[SearchInput, 'user' | 'media' | null, number]>([
    [{}, 'user', 11],
    [{ includeDeleted: true }, 'user', 15],
    [{ includeDeleted: true, filtering: { isDeleted: true } }, 'user', 4],
    [{ filtering: { contentTypeTechnicalNames: ['product'] } }, 'user', 3],
    [{ filtering: { statuses: ['draft' as Status] } }, 'user', 9],
    [{ filtering: { contentTypeTechnicalNames: ['article'], statuses: ['published' as Status] } }, 'user', 0],
    [{}, 'media', 16],
    [{}, null, 27],
    [{ showPublishedVersion: true }, 'user', 2],
    [{ showPublishedVersion: true }, 'media', 0],
  ])('%j of %s content counts what is in it', async (input, kind, count) => {
    const { paging } = await list.find({ ...input, paging: { pageNumber: 1, pageSize: 1 } }, kind)
    expect(paging).toMatchObject({ totalCount: count, totalPages: count })
  })

  it('is another one after each change', async () => {
    const other = await list.anotherTenant()
    const counts = async () => [
      (await other.find({})).paging.totalCount,
      (await other.find({}, 'media')).paging.totalCount,
    ]
    expect(await counts()).toEqual([0, 0])
    await other.add({ name: 'one' })
    expect(await counts()).toEqual([1, 0])
    await other.add({ name: 'picture', type: image })
    expect(await counts()).toEqual([1, 1])
  })
})
