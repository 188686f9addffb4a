import { contract, maxFieldsPerType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType, updateOf, valuesOf } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const tenant of [server.acme, server.nordic]) {
    await putType(server, tenant, articleType)
    await putType(server, tenant, imageType)
  }
})
afterAll(() => server.close())

const { createItem, renameItem, getItem, deleteItem, restoreItem, purgeItem, getItemVariations } = contract.contentItem
const { getVariation, getPublishedVariation } = contract.contentVariation
const at = (contentItemId: string) => ({ params: { contentItemId }, query: {} })

describe('creating an item', () => {
  it('makes a working copy in every variation, defaults applied where the chain ends', async () => {
    const created = await content.create('  Fjällräven  ')
    const all = await content.variations(created.contentItemId)
    expect(Object.keys(all)).toEqual(['en-US', 'sv-SE', 'de-DE', 'de-AT'])
    expect(Object.values(all).map((each) => each.contentVariationId)).toEqual(created.contentVariationIds)
    for (const each of Object.values(all)) {
      expect(each).toMatchObject({ status: 'draft', version: 1, publishedVersion: null, deliveryTargets: [] })
      expect(valuesOf(each)).toMatchObject({ tone: 'neutral', title: null })
    }
    expect(all['de-AT']?.fields.tone).toEqual({
      value: 'neutral',
      isInherited: true,
      sourceVariationId: server.acme.variations['en-US'],
    })
    expect(await server.ok(getItem, at(created.contentItemId))).toMatchObject({
      contentItemId: created.contentItemId,
      name: 'Fjällräven',
      technicalContentTypeName: 'article',
      kind: 'user',
      isDeleted: false,
      createdBy: 'acme-editor',
      modifiedBy: 'acme-editor',
    })
  })

  it('needs a content type that is there, and the role', async () => {
    const query = { name: 'x', technicalContentTypeName: 'nothing' }
    await server.refused(createItem, 'NOT_FOUND', { query })
    await server.refused(createItem, 'FORBIDDEN', { query, as: 'viewer' })
  })

  it('finds a type that was deleted and made again', async () => {
    const type = { ...articleType, technicalName: 'remade' }
    const query = { name: 'x', technicalContentTypeName: 'remade' }
    await putType(server, server.acme, type)
    const { contentItemId } = await server.ok(createItem, { query })
    await server.ok(deleteItem, at(contentItemId))
    await server.ok(purgeItem, { params: { contentItemId } })
    await server.ok(contract.contentModel.deleteType, { query: { technicalName: 'remade' } })
    await server.refused(createItem, 'NOT_FOUND', { query })
    await putType(server, server.acme, type)
    await server.ok(createItem, { query })
  })

  it('is written to the audit', async () => {
    const { contentItemId } = await content.create('Audited')
    const page = await server.ok(contract.audit.getAuditEntries, { query: { entityId: contentItemId } })
    expect(page.items).toMatchObject([
      { action: 'contentItem.create', userId: 'acme-editor', details: { name: 'Audited' } },
    ])
  })
})

describe('renaming an item', () => {
  it('changes every variation, and makes drafts of what is published; what is live keeps its name', async () => {
    const { contentItemId, en, sv } = await content.make({ title: 'T' }, 'Old')
    await content.step('publish', en)
    expect(await server.ok(renameItem, { query: { contentItemId, name: 'New' } })).toMatchObject({ name: 'New' })
    expect(await content.get(en)).toMatchObject({ status: 'draft', version: 4, hasUnpublishedChanges: true })
    expect(await content.get(sv)).toMatchObject({ status: 'draft', version: 2, hasUnpublishedChanges: false })
  })
  it('to the same name writes nothing', async () => {
    const { contentItemId, en } = await content.make({}, 'Same')
    const before = await server.ok(getItem, at(contentItemId))
    expect(await server.ok(renameItem, { query: { contentItemId, name: ' Same ' } })).toEqual(before)
    expect((await content.get(en)).version).toBe(1)
  })
})

describe('a deleted item', () => {
  it('is gone from every call until it is asked for, and comes back as it was', async () => {
    const { contentItemId, en } = await content.make({ title: 'T' })
    await content.step('publish', en)
    const before = await content.get(en)
    expect(await server.ok(deleteItem, at(contentItemId))).toMatchObject({ isDeleted: true })

    await server.refused(getItem, 'NOT_FOUND', at(contentItemId))
    await server.refused(getItemVariations, 'NOT_FOUND', at(contentItemId))
    await server.refused(renameItem, 'NOT_FOUND', { query: { contentItemId, name: 'x' } })
    await server.refused(deleteItem, 'NOT_FOUND', at(contentItemId))
    await server.refused(getVariation, 'NOT_FOUND', { params: { contentVariationId: en } })
    await server.refused(getPublishedVariation, 'NOT_FOUND', { params: { contentVariationId: en } })
    await server.refused(contract.contentVariation.updateVariation, 'NOT_FOUND', { body: updateOf(en, { title: 'x' }) })
    await server.refused(contract.contentVariation.unpublish, 'NOT_FOUND', {
      params: { contentVariationId: en },
      query: {},
    })

    const shown = await server.ok(getItem, { as: 'editor', params: { contentItemId }, query: { includeDeleted: true } })
    expect(shown.isDeleted).toBe(true)
    expect((await content.variations(contentItemId, true))['en-US']).toMatchObject({
      status: 'published',
      allowedActions: [],
    })
    await server.ok(restoreItem, { params: { contentItemId } })
    expect(await content.get(en)).toEqual(before)
    expect(valuesOf(await content.live(en)).title).toBe('T')
  })

  it('is shown to editors alone, by whichever call one asks', async () => {
    const { contentItemId } = await content.make({ title: 'Gone' }, 'Deleted for viewers')
    const whole = [getItem, getItemVariations] as const
    for (const route of whole) {
      await server.ok(route, { as: 'viewer', params: { contentItemId }, query: { includeDeleted: true } })
    }
    await server.ok(deleteItem, at(contentItemId))
    for (const route of whole) {
      const asked = { params: { contentItemId }, query: { includeDeleted: true } }
      await server.refused(route, 'FORBIDDEN', { ...asked, as: 'viewer' })
      await server.ok(route, { ...asked, as: 'editor' })
      await server.refused(route, 'NOT_FOUND', { params: { contentItemId }, as: 'admin' })
    }
    const { searchAll, searchUserContent, searchMediaContent } = contract.search
    const body = { includeDeleted: true, filtering: { searchText: 'Deleted for viewers' } }
    for (const route of [searchAll, searchUserContent, searchMediaContent]) {
      await server.refused(route, 'FORBIDDEN', { as: 'viewer', body })
      await server.ok(route, { as: 'viewer', body: { filtering: body.filtering } })
    }
    const found = async (includeDeleted: boolean) =>
      (await server.ok(searchAll, { as: 'editor', body: { ...body, includeDeleted } })).items.map(({ name }) => name)
    expect(new Set(await found(true))).toEqual(new Set(['Deleted for viewers']))
    expect(await found(false)).toEqual([])
  })

  it('can be removed for good, with everything that hung on it', async () => {
    const { contentItemId, en } = await content.make({ title: 'T', sku: 'purged' })
    await content.step('publish', en)
    await server.refused(purgeItem, 'NOT_FOUND', { params: { contentItemId } })
    await server.ok(deleteItem, at(contentItemId))
    await server.refused(purgeItem, 'FORBIDDEN', { params: { contentItemId }, as: 'publisher' })
    await server.ok(purgeItem, { params: { contentItemId } })
    await server.refused(getItem, 'NOT_FOUND', { params: { contentItemId }, query: { includeDeleted: true } })
    await server.refused(restoreItem, 'NOT_FOUND', { params: { contentItemId } })
    const left = await server.database.inTenant(server.acme.tenantId, async (trx) => {
      const ofVariation = ['content_version', 'content_variation'] as const
      const ofItem = ['deleted_key', 'content_reference'] as const
      const rows = await Promise.all([
        ...ofVariation.map((table) =>
          trx.selectFrom(table).select('tenant_id').where('content_variation_id', '=', en).execute(),
        ),
        ...ofItem.map((table) =>
          trx.selectFrom(table).select('tenant_id').where('content_item_id', '=', contentItemId).execute(),
        ),
      ])
      return rows.flat()
    })
    expect(left).toEqual([])
    await content.make({ sku: 'purged' })
  })
})

describe('linked content', () => {
  const linksOf = (contentItemId: string, variationId?: string) =>
    server.ok(contract.contentItem.getLinkedContent, { params: { contentItemId }, query: { variationId } })
  const summaryOf = (contentItemId: string) =>
    server.ok(contract.contentItem.getLinkedContentSummary, { params: { contentItemId }, query: {} })

  it('shows both directions by item, in one variation', async () => {
    const target = await content.make({ title: 'Target' }, 'Target')
    const picture = await content.create('Picture', 'image')
    const source = await content.make({ related: [target.contentItemId], cover: picture.contentItemId }, 'Source')
    const { outgoing, incoming } = await linksOf(source.contentItemId)
    expect(outgoing).toEqual([
      {
        contentItemId: picture.contentItemId,
        name: 'Picture',
        technicalContentTypeName: 'image',
        technicalFieldName: 'cover',
        status: 'draft',
        isPublished: false,
        isBroken: false,
      },
      {
        contentItemId: target.contentItemId,
        name: 'Target',
        technicalContentTypeName: 'article',
        technicalFieldName: 'related',
        status: 'draft',
        isPublished: false,
        isBroken: false,
      },
    ])
    expect(incoming).toEqual([])
    expect((await linksOf(target.contentItemId)).incoming).toMatchObject([
      { contentItemId: source.contentItemId, name: 'Source', technicalFieldName: 'related' },
    ])
    // Inherited: the link is there in Austria as well. Reset to nothing in Sweden: it is not.
    expect((await linksOf(target.contentItemId, server.acme.variations['de-AT'])).incoming).toHaveLength(1)
    await content.update(source.sv, { related: null })
    expect((await linksOf(target.contentItemId, server.acme.variations['sv-SE'])).incoming).toEqual([])
    expect(await summaryOf(source.contentItemId)).toEqual({
      outgoingCount: 2,
      incomingCount: 0,
      unpublishedCount: 2,
      brokenCount: 0,
      byField: [
        { technicalFieldName: 'cover', count: 1 },
        { technicalFieldName: 'related', count: 1 },
      ],
    })
  })

  it('finds what is broken: live and pointing to what is not, or to what is deleted or gone', async () => {
    const target = await content.make({ title: 'Target' })
    const source = await content.make({ title: 'Source', related: [target.contentItemId] })
    await content.step('publish', source.en)
    const brokenOf = async () => (await linksOf(source.contentItemId)).outgoing.map(({ isBroken }) => isBroken)
    expect(await brokenOf()).toEqual([true])
    expect((await linksOf(target.contentItemId)).incoming).toMatchObject([{ isBroken: true, isPublished: true }])
    await content.step('publish', target.en)
    expect(await brokenOf()).toEqual([false])
    const query = { allowBrokenLinks: true }
    await server.ok(deleteItem, { params: { contentItemId: target.contentItemId }, query })
    expect(await brokenOf()).toEqual([true])
    expect((await summaryOf(source.contentItemId)).brokenCount).toBe(1)
    await server.ok(purgeItem, { params: { contentItemId: target.contentItemId } })
    expect(await linksOf(source.contentItemId)).toMatchObject({
      outgoing: [{ contentItemId: target.contentItemId, name: '', isBroken: true, isPublished: false }],
    })
  })

  it('stands in the way of a deletion, which says by what', async () => {
    const target = await content.make()
    const source = await content.make({ title: 'S', related: [target.contentItemId] }, 'Source')
    const problem = await server.refused(deleteItem, 'IN_USE', at(target.contentItemId))
    expect(problem.usedBy).toEqual([{ contentItemId: source.contentItemId, name: 'Source' }])
    // Taken out of the working copy, and live still.
    await content.step('publish', source.en)
    await content.update(source.en, { related: null })
    await server.refused(deleteItem, 'IN_USE', at(target.contentItemId))
    await content.step('publish', source.en)
    await server.ok(deleteItem, at(target.contentItemId))
  })

  it('of itself does not', async () => {
    const item = await content.make()
    await content.update(item.en, { related: [item.contentItemId] })
    await server.ok(deleteItem, at(item.contentItemId))
  })

  it('stands in the way of a deletion, however often the item links to itself', async () => {
    const friendlyName = { 'en-US': 'Links' }
    const names = Array.from({ length: maxFieldsPerType }, (_, place) => `links${place}`)
    const fields = names.map((technicalName) => ({ technicalName, friendlyName, type: 'links' as const }))
    await putType(server, server.acme, { technicalName: 'linker', friendlyName, kind: 'user', fields })
    const { contentItemId } = await server.ok(createItem, {
      query: { name: 'Linker', technicalContentTypeName: 'linker' },
    })
    const { 'en-US': english } = await content.variations(contentItemId)
    const toItself = names.map((name) => [name, [contentItemId]])
    await content.update(english?.contentVariationId ?? '', Object.fromEntries(toItself))
    const other = await content.make({ related: [contentItemId] }, 'Other')
    const problem = await server.refused(deleteItem, 'IN_USE', at(contentItemId))
    expect(problem.usedBy).toEqual([{ contentItemId: other.contentItemId, name: 'Other' }])
  })

  it('needs an item and a variation of the tenant', async () => {
    const { contentItemId } = await content.make()
    const route = contract.contentItem.getLinkedContent
    const variationId = server.nordic.variations['nb-NO']
    await server.refused(route, 'NOT_FOUND', at(newId()))
    await server.refused(route, 'NOT_FOUND', { params: { contentItemId }, query: { variationId } })
    await server.refused(route, 'NOT_FOUND', { ...at(contentItemId), tenant: 'nordic' })
  })
})
