import { contract, type TranslationState } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'

const { getChangedSources, markTranslated } = contract.contentVariation

let server: TestServer
let content: ContentCalls
let arabic: string
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  const text = (technicalName: string) => ({
    technicalName,
    friendlyName: { 'en-US': technicalName },
    type: 'text' as const,
  })
  await putType(server, server.acme, {
    technicalName: 'text',
    friendlyName: { 'en-US': 'Text' },
    kind: 'user',
    titleField: 'title',
    fields: [text('title'), { ...text('note'), type: 'longText' }, { ...text('sku'), unique: 'tenant' }],
  })
  const made = await server.ok(contract.tenants.createVariation, {
    body: { friendlyName: 'العربية', languageCode: 'ar-EG', fallbackVariationId: null },
    tenant: server.acme.externalId,
  })
  arabic = made.variationId
})
afterAll(() => server.close())

/** An item with these words in English: the ids of its variations by language, Arabic among them. */
async function item(words: Readonly<Record<string, unknown>>) {
  const { contentItemId } = await content.create('Text', 'text')
  const list = await content.list(contentItemId)
  const idIn = (variationId: string | undefined) =>
    list.find((each) => each.variationId === variationId)?.contentVariationId ?? ''
  const { variations } = server.acme
  const ids = { en: idIn(variations['en-US']), sv: idIn(variations['sv-SE']), ar: idIn(arabic) }
  await content.update(ids.en, words)
  const translation = async (id: string) =>
    (await server.ok(contract.contentVariation.getVariation, { params: { contentVariationId: id } })).translation
  return { ...ids, contentItemId, translation }
}

describe('how far a variation is translated', () => {
  it('is nothing where its default language alone has words, and follows what is written', async () => {
    const { en, sv, ar, translation } = await item({ title: 'Lamp', note: 'Bright', sku: 'L1' })
    expect(await translation(en)).toEqual({ state: 'own', percent: 100, outdatedFields: [] })
    expect(await translation(sv)).toEqual({ state: 'inherited', percent: 0, outdatedFields: [] })
    expect(await translation(ar)).toEqual({ state: 'missing', percent: 0, outdatedFields: [] })
    await content.update(ar, { title: 'مصباح' })
    expect(await translation(ar)).toMatchObject({ state: 'missing', percent: 50 })
    await content.update(ar, { note: null })
    expect(await translation(ar)).toMatchObject({ state: 'own', percent: 100 })
  })

  it('is behind once the source changes, until the text or the source is as it was, or somebody says it is right', async () => {
    const { en, sv, ar, translation } = await item({ title: 'Lamp' })
    await content.update(sv, { title: 'Lampa' })
    await content.update(ar, { title: 'مصباح' })
    await content.update(en, { title: 'Lantern' })
    const behind = { state: 'outdated', percent: 0, outdatedFields: ['title'] }
    const current = { state: 'own', percent: 100, outdatedFields: [] }
    expect([await translation(sv), await translation(ar)]).toEqual([behind, behind])
    await content.update(en, { title: 'Lamp' })
    expect([await translation(sv), await translation(ar)]).toEqual([current, current])
    await content.update(en, { title: 'Lantern' })
    await content.update(sv, { title: 'Lykta' })
    expect([await translation(sv), await translation(ar)]).toEqual([current, behind])
    const { version } = await server.ok(contract.contentVariation.getVariation, { params: { contentVariationId: ar } })
    const body = { contentVariationIds: [sv, ar] }
    expect(await server.ok(markTranslated, { body })).toEqual({ changedCount: 1 })
    expect(await translation(ar)).toEqual(current)
    expect(await server.ok(markTranslated, { body })).toEqual({ changedCount: 0 })
    const after = await server.ok(contract.contentVariation.getVariation, { params: { contentVariationId: ar } })
    expect(after.version).toBe(version)
    await content.update(en, { title: 'Lamp' })
    expect(await translation(ar)).toEqual(behind)
  })

  it('tells what the source was when a text was translated, and what it is now', async () => {
    const { en, sv, ar } = await item({ title: 'Lamp', note: 'Bright' })
    const changed = (contentVariationId: string) => server.ok(getChangedSources, { params: { contentVariationId } })
    await content.update(sv, { title: 'Lampa', note: 'Ljus' })
    await content.update(ar, { title: 'مصباح' })
    expect(await changed(sv)).toEqual([])
    const long = 'Bright and warm. '.repeat(400)
    await content.update(en, { title: 'Lantern', note: long })
    await content.update(ar, { title: 'فانوس' })
    await content.update(en, { title: 'Storm lantern' })
    const ofTitle = { technicalFieldName: 'title', variationId: server.acme.variations['en-US'] }
    // Each of the two is translated from another text.
    expect(await changed(ar)).toEqual([{ ...ofTitle, before: 'Lantern', after: 'Storm lantern' }])
    expect(await changed(sv)).toEqual([
      { ...ofTitle, technicalFieldName: 'note', before: 'Bright', after: long },
      { ...ofTitle, before: 'Lamp', after: 'Storm lantern' },
    ])
    await content.update(en, { note: null })
    expect(await changed(sv)).toMatchObject([{ technicalFieldName: 'title' }])
    await server.refused(getChangedSources, 'NOT_FOUND', { params: { contentVariationId: newId() } })
  })

  it('is found, sorted and counted by', async () => {
    const { contentItemId } = await item({ title: 'Rare' })
    const counts = async () => {
      const all = await server.ok(contract.search.getTranslationCounts, {})
      return (variationId: string, state: TranslationState) =>
        all.find((each) => each.variationId === variationId && each.state === state)?.count ?? 0
    }
    const found = async (states: TranslationState[]) => {
      const { items, paging } = await server.ok(contract.search.searchUserContent, {
        body: {
          variationId: arabic,
          filtering: { translation: states },
          sorting: { field: 'translation', direction: 'asc' },
        },
      })
      return {
        ids: items.map((each) => each.contentItemId),
        states: items.map((each) => each.translation.state),
        paging,
      }
    }
    const before = await counts()
    const missing = await found(['missing'])
    expect(missing.ids).toContain(contentItemId)
    expect(missing.paging.totalCount).toBe(before(arabic, 'missing'))
    const all = await found(['missing', 'outdated', 'own'])
    expect(all.states).toEqual(all.states.toSorted((one, two) => order.indexOf(one) - order.indexOf(two)))
    const other = await item({ title: 'Rare, too' })
    await content.update(other.ar, { title: 'نادر' })
    const after = await counts()
    expect(after(arabic, 'missing') - before(arabic, 'missing')).toBe(0)
    expect(after(arabic, 'own') - before(arabic, 'own')).toBe(1)
  })

  it('is refused for ids that are nobody’s, and for who may not write', async () => {
    const { ar } = await item({ title: 'Ours' })
    const contentVariationIds = [ar, newId()]
    await server.refused(markTranslated, 'NOT_FOUND', { body: { contentVariationIds } })
    await server.refused(markTranslated, 'FORBIDDEN', { body: { contentVariationIds: [ar] }, as: 'viewer' })
  })
})

const order: readonly TranslationState[] = ['missing', 'outdated', 'inherited', 'own']
