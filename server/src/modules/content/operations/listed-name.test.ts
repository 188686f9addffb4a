import { contract, type SearchInput } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'

const { tenants, contentItem, search } = contract

let server: TestServer
let content: ContentCalls
let of: { readonly en: string; readonly sv: string; readonly fi: string; readonly ar: string }

const text = (technicalName: string) => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text' as const,
})
const named = { technicalName: 'named', friendlyName: { 'en-US': 'Named' }, kind: 'user' as const }

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  const tenant = server.acme.externalId
  await putType(server, server.acme, { ...named, titleField: 'title', fields: [text('title'), text('note')] })
  const add = async (languageCode: string, fallbackVariationId: string | null) =>
    (
      await server.ok(tenants.createVariation, {
        body: { friendlyName: languageCode, languageCode, fallbackVariationId },
        tenant,
      })
    ).variationId
  const { variations } = server.acme
  const [en, sv] = [variations['en-US'] ?? '', variations['sv-SE'] ?? '']
  of = { en, sv, fi: await add('fi-FI', sv), ar: await add('ar-EG', null) }
})
afterAll(() => server.close())

/** An item with these titles, by variation. */
async function item(name: string, titles: Partial<Record<keyof typeof of, string | null>>) {
  const { contentItemId } = await content.create(name, 'named')
  const list = await content.list(contentItemId)
  const idIn = (place: keyof typeof of) => list.find((each) => each.variationId === of[place])?.contentVariationId ?? ''
  const write = (place: keyof typeof of, title: string | null) => content.update(idIn(place), { title })
  for (const place of ['en', 'sv', 'fi', 'ar'] as const) {
    const title = titles[place]
    if (title !== undefined) await write(place, title)
  }
  return { contentItemId, idIn, write }
}

async function rows(place: keyof typeof of, input: Partial<SearchInput> = {}) {
  const filtering = { contentTypeTechnicalNames: ['named'], ...input.filtering }
  const body = { ...input, variationId: of[place], filtering }
  return (await server.ok(search.searchUserContent, { body })).items
}

const rowOf = async (place: keyof typeof of, contentItemId: string) => {
  const row = (await rows(place)).find((each) => each.contentItemId === contentItemId)
  return row && [row.name, row.nameVariationId]
}

describe('what lists call an item', () => {
  it('is its name in the default variation, its title in the others, and says where that comes from', async () => {
    const { contentItemId } = await item('Lamp', { en: 'Bright lamp', sv: 'Lampa' })
    expect(await rowOf('en', contentItemId)).toEqual(['Lamp', undefined])
    expect(await rowOf('sv', contentItemId)).toEqual(['Lampa', undefined])
    // Finnish falls back to Swedish, Arabic to nobody.
    expect(await rowOf('fi', contentItemId)).toEqual(['Lampa', of.sv])
    expect(await rowOf('ar', contentItemId)).toEqual(['Lamp', of.en])
  })

  it('is the same where items are looked up by their ids, and what is deleted is told', async () => {
    const { contentItemId } = await item('Stool', { sv: 'Pall' })
    const gone = await item('Bench', { sv: 'Bänk' })
    await server.ok(contentItem.deleteItem, { params: { contentItemId: gone.contentItemId }, query: {} })
    const lookUp = async (place: keyof typeof of, contentItemIds: string[]) =>
      (await server.ok(search.lookUpItems, { body: { contentItemIds, variationId: of[place] } })).map((each) => [
        each.name,
        each.nameVariationId,
        each.isDeleted,
      ])
    expect(await lookUp('sv', [contentItemId, gone.contentItemId, newId()])).toEqual([
      ['Pall', undefined, false],
      ['Bänk', undefined, true],
    ])
    expect(await lookUp('fi', [contentItemId])).toEqual([['Pall', of.sv, false]])
    expect(await lookUp('ar', [contentItemId])).toEqual([['Stool', of.en, false]])
  })

  it('follows each change: of a title, of the name, of the fallback and of the default variation', async () => {
    const { contentItemId, write, idIn } = await item('Chair', {})
    expect(await rowOf('fi', contentItemId)).toEqual(['Chair', of.en])
    await write('sv', 'Stol')
    expect(await rowOf('fi', contentItemId)).toEqual(['Stol', of.sv])
    await write('fi', 'Tuoli')
    expect(await rowOf('fi', contentItemId)).toEqual(['Tuoli', undefined])
    // Deliberately empty: there is no title, and nothing is inherited.
    await write('fi', null)
    expect(await rowOf('fi', contentItemId)).toEqual(['Chair', of.en])
    await content.update(idIn('fi'), {}, { resetFields: ['title'] })
    expect(await rowOf('fi', contentItemId)).toEqual(['Stol', of.sv])
    await server.ok(contentItem.renameItem, { query: { contentItemId, name: 'Armchair' } })
    expect(await rowOf('sv', contentItemId)).toEqual(['Stol', undefined])
    expect(await rowOf('ar', contentItemId)).toEqual(['Armchair', of.en])

    const change = (place: keyof typeof of, body: { fallbackVariationId?: string | null; isDefault?: true }) =>
      server.ok(tenants.changeVariation, {
        params: { variationId: of[place] },
        body,
        tenant: server.acme.externalId,
      })
    await change('fi', { fallbackVariationId: null })
    expect(await rowOf('fi', contentItemId)).toEqual(['Armchair', of.en])
    await change('fi', { fallbackVariationId: of.sv })
    await change('sv', { isDefault: true })
    expect(await rowOf('sv', contentItemId)).toEqual(['Armchair', undefined])
    expect(await rowOf('fi', contentItemId)).toEqual(['Armchair', of.sv])
    await change('en', { isDefault: true })
    expect(await rowOf('fi', contentItemId)).toEqual(['Stol', of.sv])
  })

  it('follows the type, when another field is its title', async () => {
    const { contentItemId, idIn } = await item('Table', { sv: 'Bord' })
    await content.update(idIn('sv'), { note: 'Matbord' })
    const fields = [text('title'), text('note')]
    await putType(server, server.acme, { ...named, titleField: 'note', fields })
    expect(await rowOf('sv', contentItemId)).toEqual(['Matbord', undefined])
    await putType(server, server.acme, { ...named, titleField: 'title', fields })
    expect(await rowOf('sv', contentItemId)).toEqual(['Bord', undefined])
  })

  it('is what lists sort by, in the order of the language', async () => {
    const made = [
      await item('One', { sv: 'Örn' }),
      await item('Two', { sv: 'Zebra' }),
      await item('Three', { sv: 'Ängel' }),
      await item('Four', { sv: 'Åsna' }),
    ].map(({ contentItemId }) => contentItemId)
    const names = async (place: keyof typeof of) =>
      (await rows(place, { sorting: { field: 'name', direction: 'asc' } }))
        .filter(({ contentItemId }) => made.includes(contentItemId))
        .map(({ name }) => name)
    expect(await names('sv')).toEqual(['Zebra', 'Åsna', 'Ängel', 'Örn'])
    expect(await names('ar')).toEqual(['Four', 'One', 'Three', 'Two'])
  })

  it('takes the room of one line, whatever the title has', async () => {
    const fields = [{ ...text('title'), type: 'longText' as const }]
    await putType(server, server.acme, { ...named, technicalName: 'wordy', titleField: 'title', fields })
    const { contentItemId } = await content.create('Long', 'wordy')
    const list = await content.list(contentItemId)
    const swedish = list.find(({ variationId }) => variationId === of.sv)?.contentVariationId ?? ''
    await content.update(swedish, { title: `  ${'väldigt\nlång '.repeat(200)}\n😀` })
    const [row] = await rows('sv', { filtering: { contentTypeTechnicalNames: ['wordy'] } })
    expect(row?.name.length).toBe(500)
    expect(row?.name.startsWith('väldigt lång väldigt')).toBe(true)
    // A text so long that it is stored apart is none that a list can name an item by.
    await content.update(swedish, { title: 'väldigt lång '.repeat(1_000) })
    const [long] = await rows('sv', { filtering: { contentTypeTechnicalNames: ['wordy'] } })
    expect([long?.name, long?.nameVariationId]).toEqual(['Long', of.en])
  })
})
