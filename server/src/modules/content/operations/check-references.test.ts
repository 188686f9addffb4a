import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType, updateOf } from '../../../../testing/content-calls.ts'
import { startOwnServer, type TestServer } from '../../../../testing/test-server.ts'
import { takePoliciesOut } from '../../../../testing/without-policies.ts'
import { newId } from '../../../platform/database/new-id.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  // A server of its own: row-level security is taken out of its database.
  server = await startOwnServer()
  content = new ContentCalls(server, server.acme)
  for (const tenant of [server.acme, server.nordic]) {
    await putType(server, tenant, articleType)
    await putType(server, tenant, imageType)
  }
})
afterAll(() => server.close())

const update = contract.contentVariation.updateVariation

describe('references', () => {
  it('must be there when they are saved; what is deleted or of another tenant is not', async () => {
    const { en } = await content.make()
    const deleted = await content.make()
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: deleted.contentItemId }, query: {} })
    const foreign = await new ContentCalls(server, server.nordic).create()
    const good = await content.create()
    const problem = await server.refused(update, 'VALIDATION_FAILED', {
      body: updateOf(en, { related: [good.contentItemId, newId(), deleted.contentItemId, foreign.contentItemId] }),
    })
    expect(problem.fieldErrors).toEqual(
      [1, 2, 3].map((at) => ({
        technicalFieldName: 'related',
        code: 'NOT_FOUND',
        message: `[${at}] points to something that is not there`,
      })),
    )
  })

  it('must be of a kind that their place allows', async () => {
    const { en } = await content.make()
    const article = await content.create()
    const image = await content.create('A picture', 'image')
    const problem = await server.refused(update, 'VALIDATION_FAILED', {
      body: updateOf(en, { cover: article.contentItemId }),
    })
    expect(problem.fieldErrors).toMatchObject([{ technicalFieldName: 'cover', code: 'NOT_ALLOWED' }])
    await content.update(en, { cover: image.contentItemId })
  })

  it('to concepts and files are checked like links', async () => {
    const { taxonomies } = contract
    const made = (tenant: string) =>
      server.ok(taxonomies.createTaxonomy, { tenant, query: { friendlyName: `Topics ${newId()}` } })
    const { taxonomyId } = await made('acme')
    const concept = await server.ok(taxonomies.createConcept, {
      params: { taxonomyId },
      query: { friendlyName: 'Outdoors' },
    })
    const { en } = await content.make({ title: 'T', topics: [concept.conceptId] })
    const unknown = await server.refused(update, 'VALIDATION_FAILED', { body: updateOf(en, { topics: [newId()] }) })
    expect(unknown.fieldErrors).toMatchObject([{ technicalFieldName: 'topics', code: 'NOT_FOUND' }])
    const image = await content.create('A picture', 'image')
    const [imageId = ''] = image.contentVariationIds
    const noFile = await server.refused(update, 'VALIDATION_FAILED', { body: updateOf(imageId, { file: newId() }) })
    expect(noFile.fieldErrors).toMatchObject([{ technicalFieldName: 'file', code: 'NOT_FOUND' }])
    const file = new Blob(['words'], { type: 'text/plain' })
    const { binaryId } = await server.ok(contract.binary.uploadBinary, { file, fileName: 'words.txt' })
    await content.update(imageId, { file: binaryId })
    const found = await server.ok(contract.search.searchMediaContent, { body: {} })
    expect(found.items.find((each) => each.contentItemId === image.contentItemId)).toMatchObject({ binaryId })
  })

  it('that have become broken since do not stand in the way of another save', async () => {
    const target = await content.make()
    const { en } = await content.make({ related: [target.contentItemId] })
    await server.ok(contract.contentItem.deleteItem, {
      params: { contentItemId: target.contentItemId },
      query: { allowBrokenLinks: true },
    })
    const other = await content.create()
    await content.update(en, { title: 'still', related: [other.contentItemId, target.contentItemId] })
  })
})

describe('references to things of another tenant', () => {
  it('lead to nothing also where the database hides none of its rows', async () => {
    const nordic = new ContentCalls(server, server.nordic)
    const foreign = await nordic.create()
    const file = new Blob(['words'], { type: 'text/plain' })
    const { binaryId } = await server.ok(contract.binary.uploadBinary, {
      tenant: 'nordic',
      file,
      fileName: 'words.txt',
    })
    const { en } = await content.make()
    const [imageId = ''] = (await content.create('A picture', 'image')).contentVariationIds
    await takePoliciesOut(server.rows)
    const refused = async (contentVariationId: string, values: Record<string, unknown>) =>
      (await server.refused(update, 'VALIDATION_FAILED', { body: updateOf(contentVariationId, values) })).fieldErrors
    expect(await refused(en, { related: [foreign.contentItemId] })).toMatchObject([{ code: 'NOT_FOUND' }])
    expect(await refused(imageId, { file: binaryId })).toMatchObject([{ code: 'NOT_FOUND' }])
  })
})
