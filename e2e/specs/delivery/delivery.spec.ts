import type { ApiClient } from '@pim/api-client'
import type { DeliveryVariation, SearchContentDocument } from '@pim/contract'
import { apiAs, deliveryWith } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'

const key = 'demo-delivery-key'
const variationsPath = '/api/delivery-api/content-item-variations'

/** A published product of the demo that no other spec writes in. */
async function product(staff: ApiClient): Promise<SearchContentDocument> {
  const { items } = await staff.search.searchUserContent({
    body: { filtering: { searchText: 'Fjällbo 2 trekking tent', statuses: ['published'] } },
  })
  const row = items[0]
  if (!row) throw new Error('The demo has no tent.')
  return row
}

test('content is found by type, item, variation, target and field values', async ({ origin }) => {
  const { delivery } = deliveryWith(origin, key)
  const languages = await delivery.getTenantVariations()
  const english = languages.find(({ languageCode }) => languageCode === 'en-US')?.variationId ?? ''
  const german = languages.find(({ languageCode }) => languageCode === 'de-DE')?.variationId ?? ''
  const typeOf = ({ contentTypeTechnicalName }: DeliveryVariation) => contentTypeTechnicalName

  const articles = await delivery.getItemVariations({ query: { contentTypeTechnicalName: 'article' } })
  expect(new Set(articles.items.map(typeOf))).toEqual(new Set(['article']))
  const tents = await delivery.getItemVariations({
    query: { contentTypeTechnicalName: 'product', variationId: english, field: { title: ['Fjällbo 2 trekking tent'] } },
  })
  expect(tents.items.map(({ name }) => name)).toEqual(['Fjällbo 2 trekking tent'])

  const contentItemId = tents.items[0]?.contentItemId ?? ''
  const inAll = await delivery.getItemVariations({ query: { contentItemId } })
  expect(inAll.items.length).toBeGreaterThan(1)
  const inGerman = await delivery.getItemVariations({ query: { contentItemId, variationId: german } })
  expect(inGerman.items.map(({ variationId }) => variationId)).toEqual([german])
  const { paging } = await delivery.getItemVariations({ query: { contentItemId, deliveryTarget: 'print' } })
  expect(paging.totalCount).toBe(inAll.paging.totalCount)

  const byIds = await delivery.getByItemIds({ body: { contentItemIds: [contentItemId], variationId: english } })
  expect(byIds.items.map((item) => item.fields.title)).toEqual(['Fjällbo 2 trekking tent'])
  const filtered = await delivery.filterVariations({
    body: {
      contentTypeTechnicalName: 'product',
      variationId: english,
      filters: [{ technicalFieldName: 'title', operator: 'contains', value: 'trekking' }],
      fields: ['title'],
    },
  })
  expect(filtered.items.map(({ fields }) => fields)).toContainEqual({ title: 'Fjällbo 2 trekking tent' })
})

test('an answer that has not changed costs 304, and no key opens another tenant', async ({ request }) => {
  const ask = (headers: Record<string, string>) =>
    request.get(variationsPath, { params: { contentTypeTechnicalName: 'product' }, headers })
  const first = await ask({ 'x-api-key': key })
  expect(first.status()).toBe(200)
  expect(first.headers().vary).toBe('x-api-key')
  const etag = first.headers().etag ?? ''
  expect(etag).toMatch(/^"/)
  const again = await ask({ 'x-api-key': key, 'if-none-match': etag })
  expect([again.status(), await again.text()]).toEqual([304, ''])

  expect((await ask({ 'x-api-key': 'guessed' })).status()).toBe(401)
  expect((await ask({})).status()).toBe(401)
  expect((await ask({ 'x-api-key': key, 'x-tenant-id': 'nordic' })).status()).toBe(403)
  expect((await ask({ 'x-api-key': key, 'x-tenant-id': 'acme' })).status()).toBe(200)
})

test('what is being written is never delivered; what is published is, within a second', async ({ origin }) => {
  const editor = await apiAs(origin, 'editor')
  const publisher = await apiAs(origin, 'publisher')
  const { delivery } = deliveryWith(origin, key)
  const { contentItemId, contentVariationId, variationId, name } = await product(editor)
  const write = (value: string, deliveryTargets: string[]) =>
    editor.contentVariation.updateVariation({
      body: { contentVariationId, fields: [{ technicalFieldName: 'title', value }], deliveryTargets },
    })
  const publish = () => publisher.contentVariation.publish({ params: { contentVariationId } })
  const delivered = async (deliveryTarget = 'print') => {
    const { items } = await delivery.getItemVariations({ query: { contentItemId, variationId, deliveryTarget } })
    return items[0]?.fields.title
  }
  const secret = `Draft ${Date.now()}`
  expect(await delivered()).toBe(name)
  try {
    await write(secret, ['print'])
    expect(await delivered()).toBe(name)
    const found = await delivery.getItemVariations({
      query: { contentTypeTechnicalName: 'product', field: { title: [secret] } },
    })
    expect(found.items).toEqual([])
    await publish()
    await expect.poll(() => delivered()).toBe(secret)
    expect(await delivered('web')).toBeUndefined()
  } finally {
    await write(name, [])
    await publish()
  }
  await expect.poll(() => delivered('web')).toBe(name)
})

test('a picture comes in the sizes of the settings and in no other', async ({ origin, request }) => {
  const staff = await apiAs(origin, 'viewer')
  const { items } = await staff.search.searchMediaContent({
    body: { filtering: { mimeTypes: ['image/png', 'image/jpeg', 'image/webp'], statuses: ['published'] } },
  })
  const binaryId = items.find(({ binaryId }) => binaryId)?.binaryId
  const ask = (imageSize: string) =>
    request.get(`/api/delivery-api/binary-content/${binaryId}`, {
      params: { imageSize },
      headers: { 'x-api-key': key },
    })
  const [small, original] = [await ask('thumbnail'), await ask('original')]
  expect([small.status(), original.status()]).toEqual([200, 200])
  expect(small.headers()['content-type']).toMatch(/^image\//)
  expect((await small.body()).length).toBeLessThan((await original.body()).length)
  expect((await ask('641x17')).status()).toBe(400)
})
