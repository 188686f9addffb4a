import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType, updateOf, valuesOf } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  await putType(server, server.acme, imageType)
})
afterAll(() => server.close())

const { publish, unpublish, archive, discard, getPublishedVariation } = contract.contentVariation
const of = (contentVariationId: string, query: { baseVersion?: number } = {}) => ({
  params: { contentVariationId },
  query,
})

describe('publishing', () => {
  it('makes the working copy live, and edits after it do not show', async () => {
    const { en } = await content.make({ title: 'Shoe', weight: 3 })
    const published = await content.step('publish', en)
    expect(published).toMatchObject({
      status: 'published',
      version: 3,
      publishedVersion: 3,
      hasUnpublishedChanges: false,
      allowedActions: ['unpublish', 'draft'],
    })
    const edited = await content.update(en, { title: 'Boot', weight: 4 })
    expect(edited).toMatchObject({ status: 'draft', publishedVersion: 3, hasUnpublishedChanges: true })
    expect(edited.allowedActions).toEqual(['publish', 'unpublish'])
    expect(valuesOf(await content.live(en))).toMatchObject({ title: 'Shoe', weight: 3 })
    // Edited back: nothing is left to publish, and the status says what was done.
    const back = await content.update(en, { title: 'Shoe', weight: 3 })
    expect(back).toMatchObject({ status: 'draft', hasUnpublishedChanges: false })
  })

  it('is refused field by field: required, no longer valid, pointing to nothing', async () => {
    const target = await content.make()
    const { en } = await content.make({ summary: 'twenty characters ok', related: [target.contentItemId] })
    await server.ok(contract.contentItem.deleteItem, {
      params: { contentItemId: target.contentItemId },
      query: { allowBrokenLinks: true },
    })
    const fields = articleType.fields.map((field) =>
      field.technicalName === 'summary' ? { ...field, settings: { maxLength: 5 } } : field,
    )
    await putType(server, server.acme, { ...articleType, fields })
    const problem = await server.refused(publish, 'VALIDATION_FAILED', of(en))
    await putType(server, server.acme, articleType)
    expect(problem.fieldErrors?.map(({ technicalFieldName, code }) => [technicalFieldName, code])).toEqual([
      ['title', 'REQUIRED'],
      ['summary', 'TOO_LONG'],
      ['related', 'BROKEN_LINK'],
    ])
  })

  it('counts what is inherited, copies nothing of it, and follows the ancestor live', async () => {
    const { en, sv, at } = await content.make({ title: 'Shoe' })
    await content.step('publish', en)
    await content.step('publish', sv)
    await content.step('publish', at)
    expect(valuesOf(await content.live(at)).title).toBe('Shoe')
    await content.update(en, { title: 'Boot' })
    // Somebody works on the ancestor: what is live stays as it is.
    expect(valuesOf(await content.live(at)).title).toBe('Shoe')
    expect(valuesOf(await content.get(at)).title).toBe('Boot')
    await content.step('publish', en)
    expect((await content.live(at)).fields.title).toEqual({
      value: 'Boot',
      isInherited: true,
      sourceVariationId: server.acme.variations['en-US'],
    })
  })

  it('is judged by what delivery answers after it: a required value that is inherited has to be live', async () => {
    const { variations } = server.acme
    const { en, sv, at } = await content.make({ title: 'Shoe' })
    const error = { technicalFieldName: 'title', sourceVariationId: variations['en-US'] }
    const early = await server.refused(publish, 'VALIDATION_FAILED', of(at))
    expect(early.fieldErrors).toMatchObject([{ ...error, code: 'NOT_LIVE', variationId: variations['de-AT'] }])
    await content.step('publish', en)
    await content.step('publish', at)
    await content.step('publish', sv)
    await content.update(sv, { title: 'Sko' })
    await content.step('publish', sv)
    // The one that inherits is named, and the one with a title of its own is not.
    const needed = await server.refused(unpublish, 'STILL_NEEDED', of(en))
    expect(needed.fieldErrors).toMatchObject([{ ...error, code: 'STILL_NEEDED', variationId: variations['de-AT'] }])
    expect(valuesOf(await content.live(at)).title).toBe('Shoe')
    await content.step('unpublish', at)
    await content.step('unpublish', en)
    expect(valuesOf(await content.live(sv)).title).toBe('Sko')
  })

  it('keeps a shared value as it was until each variation is published anew', async () => {
    const { en, sv } = await content.make({ title: 'Shoe', weight: 1 })
    await content.step('publish', en)
    await content.step('publish', sv)
    await content.update(sv, { weight: 2 })
    for (const id of [en, sv]) {
      expect(await content.get(id)).toMatchObject({ status: 'draft', hasUnpublishedChanges: true })
      expect(valuesOf(await content.live(id)).weight).toBe(1)
    }
    await content.step('publish', sv)
    expect(valuesOf(await content.live(sv)).weight).toBe(2)
    expect(valuesOf(await content.live(en)).weight).toBe(1)
  })

  it('again of what is published does nothing', async () => {
    const { en } = await content.make({ title: 'Shoe' })
    const published = await content.step('publish', en)
    expect(await content.step('publish', en)).toEqual(published)
  })

  it('of a version that is no longer the newest is refused', async () => {
    const { en } = await content.make({ title: 'Shoe' })
    const seen = await content.get(en)
    await content.update(en, { title: 'Boot' })
    const problem = await server.refused(publish, 'VERSION_CONFLICT', of(en, { baseVersion: seen.version }))
    expect(problem.currentVersion).toBe(seen.version + 1)
  })
})

describe('other steps', () => {
  it('lead where the table says and are refused with what is allowed', async () => {
    const { en } = await content.make({ title: 'Shoe' })
    expect((await server.refused(unpublish, 'INVALID_TRANSITION', of(en))).allowedActions).toEqual([
      'publish',
      'archive',
    ])
    await content.step('publish', en)
    expect((await server.refused(archive, 'INVALID_TRANSITION', of(en))).allowedActions).toEqual(['unpublish', 'draft'])
    expect(await content.step('draft', en)).toMatchObject({ status: 'draft', hasUnpublishedChanges: false })
    const taken = await content.step('unpublish', en)
    expect(taken).toMatchObject({ status: 'unpublished', publishedVersion: null, publishedAt: null })
    expect(valuesOf(taken).title).toBe('Shoe')
    await server.refused(getPublishedVariation, 'NOT_FOUND', { params: { contentVariationId: en } })
    expect(await content.step('archive', en)).toMatchObject({ status: 'archived', allowedActions: ['draft'] })
    expect((await server.refused(publish, 'INVALID_TRANSITION', of(en))).allowedActions).toEqual(['draft'])
    expect(await content.step('draft', en)).toMatchObject({ status: 'draft', allowedActions: ['publish', 'archive'] })
  })

  it('need the role that the contract names', async () => {
    const { en } = await content.make({ title: 'Shoe' })
    await server.refused(publish, 'FORBIDDEN', { ...of(en), as: 'editor' })
    await server.refused(contract.contentVariation.updateVariation, 'FORBIDDEN', {
      body: updateOf(en, { title: 'x' }),
      as: 'viewer',
    })
  })
})

describe('discarding', () => {
  it('brings the working copy back to what is live, shared values and targets too', async () => {
    const { en } = await content.make({ title: 'Shoe', weight: 1 })
    await content.step('publish', en)
    await content.update(en, { title: 'Boot', weight: 2, summary: 'new' }, { deliveryTargets: ['web'] })
    const back = await content.step('discard', en)
    expect(back).toMatchObject({ status: 'published', hasUnpublishedChanges: false, deliveryTargets: [], version: 5 })
    expect(valuesOf(back)).toMatchObject({ title: 'Shoe', weight: 1, summary: null })
    expect(await content.step('discard', en)).toEqual(back)
  })

  it('needs something live to go back to', async () => {
    const { en } = await content.make({ title: 'Shoe' })
    await server.refused(discard, 'INVALID_TRANSITION', of(en))
  })
})
