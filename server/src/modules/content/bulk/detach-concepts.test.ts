import { type ContentTypeInput, contract, type FieldFilter } from '@pim/contract'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { notificationsReceived } from '../../../../testing/notifications-received.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const { taxonomies, contentVariation } = contract
let server: TestServer
let taxonomyId: string
const concepts: Record<string, string> = {}

const recipe: ContentTypeInput = {
  technicalName: 'recipe',
  friendlyName: { 'en-US': 'Recipe' },
  kind: 'user',
  fields: [
    { technicalName: 'tags', friendlyName: { 'en-US': 'Tags' }, type: 'concepts' },
    { technicalName: 'season', friendlyName: { 'en-US': 'Season' }, type: 'concept', localizable: false },
    {
      technicalName: 'parts',
      friendlyName: { 'en-US': 'Parts' },
      type: 'group',
      settings: {
        fields: [
          { technicalName: 'what', friendlyName: { 'en-US': 'What' }, type: 'text' },
          { technicalName: 'about', friendlyName: { 'en-US': 'About' }, type: 'concept' },
        ],
      },
    },
  ],
}

beforeAll(async () => {
  server = await startTestServer()
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [recipe] } })
  taxonomyId = (await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: 'Food' } })).taxonomyId
  const add = async (friendlyName: string, parent?: string) => {
    const query = { friendlyName, ...(parent !== undefined && { parentConceptId: concepts[parent] }) }
    concepts[friendlyName] = (await server.ok(taxonomies.createConcept, { params: { taxonomyId }, query })).conceptId
  }
  await add('Fruit')
  await add('Apple', 'Fruit')
  await add('Summer')
})
afterAll(() => server.close())

async function make(fields: Record<string, unknown>) {
  const query = { name: 'Cake', technicalContentTypeName: 'recipe' }
  const { contentItemId } = await server.ok(contract.contentItem.createItem, { query })
  const [copy] = await server.ok(contract.contentItem.getItemVariations, { params: { contentItemId } })
  const contentVariationId = copy?.contentVariationId ?? ''
  const saved = await server.ok(contentVariation.updateVariation, {
    body: {
      contentVariationId,
      fields: Object.entries(fields).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
    },
  })
  return { contentItemId, contentVariationId, saved }
}

describe('a concept that content uses', () => {
  it('is not deleted unasked, and neither is what is above it', async () => {
    const { contentItemId } = await make({ tags: [concepts.Apple] })
    const usedBy = [{ contentItemId, name: 'Cake' }]
    for (const name of ['Apple', 'Fruit']) {
      const params = { taxonomyId, conceptId: concepts[name] ?? '' }
      expect((await server.refused(taxonomies.deleteConcept, 'IN_USE', { params })).usedBy).toEqual(usedBy)
    }
    expect((await server.refused(taxonomies.deleteTaxonomy, 'IN_USE', { params: { taxonomyId } })).usedBy).toEqual(
      usedBy,
    )
    await server.refused(taxonomies.deleteConcept, 'FORBIDDEN', {
      as: 'editor',
      params: { taxonomyId, conceptId: concepts.Apple ?? '' },
    })
  })

  it('is taken out of every value where detaching is asked for, as an edit that history keeps', async () => {
    const { contentVariationId, saved } = await make({
      tags: [concepts.Apple, concepts.Summer],
      season: concepts.Apple,
      parts: [
        { what: 'filling', about: concepts.Apple },
        { what: 'top', about: concepts.Summer },
      ],
    })
    await server.ok(contentVariation.publish, { params: { contentVariationId }, query: {} })
    await server.ok(taxonomies.deleteConcept, {
      as: { userId: 'gardener', firstName: 'G', lastName: 'G', tenants: ['acme'], roles: ['publisher'] },
      params: { taxonomyId, conceptId: concepts.Fruit ?? '' },
      query: { detach: true },
    })
    const after = await server.ok(contentVariation.getVariation, { params: { contentVariationId } })
    expect(after.fields.tags?.value).toEqual([concepts.Summer])
    expect(after.fields.season?.value).toBeNull()
    expect(after.fields.parts?.value).toMatchObject([{ what: 'filling' }, { what: 'top', about: concepts.Summer }])
    expect(JSON.stringify(after.fields)).not.toContain(concepts.Apple)
    expect([after.status, after.hasUnpublishedChanges, after.modifiedBy]).toEqual(['published', false, 'gardener'])
    expect(after.version).toBe(saved.version + 2)
    const { items } = await server.ok(contentVariation.getVersions, { params: { contentVariationId } })
    expect([items[0]?.action, items[0]?.by, items[0]?.changedFields.toSorted()]).toEqual([
      'edit',
      'gardener',
      ['parts', 'season', 'tags'],
    ])
    const { conceptCount } = await server.ok(taxonomies.getTaxonomy, { params: { taxonomyId } })
    expect(conceptCount).toBe(1)
  })

  it('is delivered no longer, nor found by, though it was published and has been edited since', async () => {
    const { key } = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'Consumer' } })
    const query = { friendlyName: 'Winter' }
    const { conceptId } = await server.ok(taxonomies.createConcept, { params: { taxonomyId }, query })
    const { contentItemId, contentVariationId } = await make({ tags: [conceptId, concepts.Summer], season: conceptId })
    await server.ok(contentVariation.publish, { params: { contentVariationId }, query: {} })
    // Gone from the working copy before: it is live all the same, and not deleted unasked.
    await server.ok(contentVariation.updateVariation, {
      body: { contentVariationId, fields: [{ technicalFieldName: 'tags', value: null }] },
    })
    const params = { taxonomyId, conceptId }
    await server.refused(taxonomies.deleteConcept, 'IN_USE', { params })

    const variationId = server.acme.variations['en-US'] ?? ''
    const delivered = (filters: readonly FieldFilter[] = []) =>
      server.ok(contract.delivery.filterVariations, {
        apiKey: key,
        body: { contentTypeTechnicalName: 'recipe', variationId, filters: [...filters] },
      })
    const named: FieldFilter = { technicalFieldName: 'tags', operator: 'any', values: [conceptId] }
    expect((await delivered([named])).items).toHaveLength(1)
    await server.ok(taxonomies.deleteConcept, { params, query: { detach: true } })

    // The server keeps answers until it has received word of the change.
    await notificationsReceived(server.dependencies)
    expect((await delivered([named])).items).toEqual([])
    const one = (await delivered()).items.find((each) => each.contentItemId === contentItemId)
    expect(one?.fields).toMatchObject({ tags: [concepts.Summer], season: null })
    // What somebody had begun to change is still theirs to publish.
    const working = await server.ok(contentVariation.getVariation, { params: { contentVariationId } })
    expect([working.status, working.fields.tags?.value, working.hasUnpublishedChanges]).toEqual(['draft', null, true])
    const live = await server.ok(contentVariation.getPublishedVariation, { params: { contentVariationId } })
    expect(live.fields.tags?.value).toEqual([concepts.Summer])
  })

  it.runIf(isWholeRun)('goes at once where many items use it; they follow in the background', async () => {
    const many = []
    for (let batch = 0; batch < 21; batch += 1) {
      many.push(...(await Promise.all(Array.from({ length: 10 }, () => make({ tags: [concepts.Summer] })))))
    }
    await server.ok(taxonomies.deleteTaxonomy, { params: { taxonomyId }, query: { detach: true } })
    await server.refused(taxonomies.getTaxonomy, 'NOT_FOUND', { params: { taxonomyId } })
    const { items: jobs } = await server.ok(contract.jobs.getJobs, {})
    const job = jobs.find((each) => each.kind === jobKinds.detachConcepts)
    const ended = await server.dependencies.jobs.finished(server.acme.tenantId, job?.jobId ?? '', 15_000)
    expect(ended?.status).toBe('done')
    for (const { contentVariationId } of [many[0], many[209]].filter((each) => each !== undefined)) {
      const copy = await server.ok(contentVariation.getVariation, { params: { contentVariationId } })
      expect(copy.fields.tags?.value).toBeNull()
    }
  })
})
