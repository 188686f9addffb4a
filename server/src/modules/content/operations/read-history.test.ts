import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

const { getVersions, getVersion, compareVersions, restoreVersion } = contract.contentVariation

const historyOf = async (contentVariationId: string) =>
  (await server.ok(getVersions, { params: { contentVariationId } })).items

describe('the history of a variation', () => {
  it('has a line for each change: who, when, what, in which state', async () => {
    const { en, sv, contentItemId } = await content.make({ title: 'A', weight: 1 })
    await content.update(sv, { weight: 2 })
    await server.ok(contract.contentItem.renameItem, { query: { contentItemId, name: 'Renamed' } })
    await content.step('publish', en)
    await content.update(en, {}, { resetFields: ['title'] })
    const lines = (await historyOf(en)).map(({ version, action, status, changedFields, isPublished, by }) => ({
      version,
      action,
      status,
      changedFields,
      isPublished,
      by,
    }))
    expect(lines).toEqual([
      { version: 6, action: 'reset', status: 'draft', changedFields: ['title'], isPublished: false, by: 'acme-editor' },
      {
        version: 5,
        action: 'publish',
        status: 'published',
        changedFields: [],
        isPublished: true,
        by: 'acme-publisher',
      },
      { version: 4, action: 'edit', status: 'draft', changedFields: ['$name'], isPublished: false, by: 'acme-editor' },
      { version: 3, action: 'edit', status: 'draft', changedFields: ['weight'], isPublished: false, by: 'acme-editor' },
      {
        version: 2,
        action: 'edit',
        status: 'draft',
        changedFields: ['title', 'weight'],
        isPublished: false,
        by: 'acme-editor',
      },
      {
        version: 1,
        action: 'create',
        status: 'draft',
        changedFields: ['$name', 'tone'],
        isPublished: false,
        by: 'acme-editor',
      },
    ])
  })

  it('can be read page by page', async () => {
    const { en } = await content.make()
    for (const title of ['1', '2', '3', '4']) await content.update(en, { title })
    const page = await server.ok(getVersions, {
      params: { contentVariationId: en },
      query: { pageNumber: 2, pageSize: 2 },
    })
    expect(page.items.map(({ version }) => version)).toEqual([3, 2])
    expect(page.paging).toEqual({ pageNumber: 2, pageSize: 2, totalCount: 5, totalPages: 3 })
  })

  it('gives every version back whole, and what changed between any two', async () => {
    const { en } = await content.make({ title: 'A', weight: 1 })
    await content.update(en, { title: 'B', summary: null })
    await content.update(en, { weight: 2 }, { resetFields: ['title', 'tone'] })
    const at = async (version: number) =>
      (await server.ok(getVersion, { params: { contentVariationId: en, version } })).fields
    expect(await at(1)).toEqual({ tone: 'neutral' })
    expect(await at(2)).toEqual({ tone: 'neutral', title: 'A', weight: 1 })
    expect(await at(3)).toEqual({ tone: 'neutral', title: 'B', weight: 1, summary: null })
    expect(await at(4)).toEqual({ weight: 2, summary: null })
    const compared = await server.ok(compareVersions, {
      params: { contentVariationId: en },
      query: { from: 2, to: 4 },
    })
    expect(compared.changes).toEqual([
      { technicalFieldName: 'summary', after: null },
      { technicalFieldName: 'title', before: 'A' },
      { technicalFieldName: 'tone', before: 'neutral' },
      { technicalFieldName: 'weight', before: 1, after: 2 },
    ])
  })

  it('has nothing of what is not there', async () => {
    const { en } = await content.make()
    // The second is more than the column that versions stand in can hold.
    for (const version of [9, 5_000_000_000]) {
      await server.refused(getVersion, 'NOT_FOUND', { params: { contentVariationId: en, version } })
    }
    await server.refused(compareVersions, 'NOT_FOUND', {
      params: { contentVariationId: en },
      query: { from: 1, to: 9 },
    })
    await server.refused(getVersions, 'NOT_FOUND', { params: { contentVariationId: newId() } })
  })
})

describe('restoring a version', () => {
  it('makes its values the working copy again, as a new version', async () => {
    const { en } = await content.make({ title: 'A', weight: 1 })
    await content.update(en, { title: 'B', weight: 2, summary: 'S' }, { resetFields: ['tone'] })
    const restored = await server.ok(restoreVersion, { params: { contentVariationId: en, version: 2 }, query: {} })
    expect(valuesOf(restored)).toMatchObject({ title: 'A', weight: 1, summary: null, tone: 'neutral' })
    expect(restored.version).toBe(4)
    expect((await historyOf(en))[0]).toMatchObject({ action: 'restore', version: 4 })
    const again = await server.ok(restoreVersion, { params: { contentVariationId: en, version: 2 }, query: {} })
    expect(again).toEqual(restored)
  })

  it('gives the item the name back that it had, as a rename that every variation has in its history', async () => {
    const { en, sv, contentItemId } = await content.make({ title: 'A' }, 'First')
    const rename = (name: string) => server.ok(contract.contentItem.renameItem, { query: { contentItemId, name } })
    await rename('Second')
    const { version = 0 } = await rename('Third')
    const nameAt = async (of: string, at: number) =>
      (await server.ok(getVersion, { params: { contentVariationId: of, version: at } })).name
    expect([await nameAt(en, 2), await nameAt(en, 3), await nameAt(en, 4)]).toEqual(['First', 'Second', 'Third'])
    await server.ok(restoreVersion, { params: { contentVariationId: en, version: 3 }, query: { baseVersion: 4 } })
    const item = await server.ok(contract.contentItem.getItem, { params: { contentItemId }, query: {} })
    expect(item).toMatchObject({ name: 'Second', version: version + 1 })
    expect((await historyOf(en))[0]).toMatchObject({ version: 5, action: 'restore', changedFields: ['$name'] })
    expect((await historyOf(sv))[0]).toMatchObject({ version: 4, action: 'edit', changedFields: ['$name'] })
    const query = { from: 4, to: 5 }
    const compared = await server.ok(compareVersions, { params: { contentVariationId: en }, query })
    expect(compared.changes).toEqual([{ technicalFieldName: '$name', before: 'Third', after: 'Second' }])
    // Whoever has seen the item before does not rename it unseen.
    const seen = { query: { contentItemId, name: 'Fourth' }, headers: { 'if-match': `"${version}"` } }
    await server.refused(contract.contentItem.renameItem, 'PRECONDITION_FAILED', seen)
  })

  it('is checked against the content type of today', async () => {
    const { en } = await content.make({ summary: 'twenty characters ok', code: 'gone' })
    await content.update(en, { summary: 'short', code: 'other' })
    const fields = articleType.fields
      .filter((field) => field.technicalName !== 'code')
      .map((field) => (field.technicalName === 'summary' ? { ...field, settings: { maxLength: 5 } } : field))
    await putType(server, server.acme, { ...articleType, fields })
    const problem = await server.refused(restoreVersion, 'VALIDATION_FAILED', {
      params: { contentVariationId: en, version: 2 },
      query: {},
    })
    expect(problem.fieldErrors).toMatchObject([{ technicalFieldName: 'summary', code: 'TOO_LONG' }])
    await putType(server, server.acme, articleType)
  })

  it('brings back all but what is gone since, and names that', async () => {
    const [kept, deleted] = [await content.make({}, 'Kept'), await content.make({}, 'Deleted')]
    const { taxonomyId } = await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: 'Topics' } })
    const concept = async (friendlyName: string) =>
      (await server.ok(contract.taxonomies.createConcept, { params: { taxonomyId }, query: { friendlyName } }))
        .conceptId
    const [stays, goes] = [await concept('Stays'), await concept('Goes')]
    const richText = { technicalName: 'story', friendlyName: { 'en-US': 'Story' }, type: 'richText' as const }
    await putType(server, server.acme, { ...articleType, fields: [...articleType.fields, richText] })
    const link = { type: 'link', attrs: { contentItemId: deleted.contentItemId } }
    const story = (marks: object[]) => ({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'See there', ...(marks.length > 0 && { marks }) }] },
      ],
    })
    const { en } = await content.make({
      title: 'A',
      related: [deleted.contentItemId, kept.contentItemId],
      cover: null,
      topics: [goes, stays],
      story: story([link]),
    })
    await content.update(en, { title: 'B', related: null, topics: null, story: null })
    const params = { contentItemId: deleted.contentItemId }
    await server.ok(contract.contentItem.deleteItem, { params, query: { allowBrokenLinks: true } })
    await server.ok(contract.taxonomies.deleteConcept, {
      params: { taxonomyId, conceptId: goes },
      query: { detach: true },
    })
    const restored = await server.ok(restoreVersion, { params: { contentVariationId: en, version: 2 }, query: {} })
    expect(valuesOf(restored)).toMatchObject({
      title: 'A',
      related: [kept.contentItemId],
      topics: [stays],
      story: story([]),
    })
    const item = { kind: 'item', id: deleted.contentItemId, name: 'Deleted' }
    expect(restored.leftOut?.toSorted((a, b) => (a.technicalFieldName < b.technicalFieldName ? -1 : 1))).toEqual([
      { technicalFieldName: 'related', ...item },
      { technicalFieldName: 'story', ...item },
      { technicalFieldName: 'topics', kind: 'concept', id: goes },
    ])
    await putType(server, server.acme, articleType)
  })

  it('is refused where somebody has moved on', async () => {
    const { en } = await content.make({ title: 'A' })
    await content.update(en, { title: 'B' })
    await server.refused(restoreVersion, 'VERSION_CONFLICT', {
      params: { contentVariationId: en, version: 1 },
      query: { baseVersion: 2 },
    })
  })
})
